import { type ASTNode, type DocumentNode, print, visit } from 'graphql';

/** Bytes per character of text at most: two, since any may be wide, and one for the operation names stored with it. */
const CHARACTER_BYTES = 3;
/** Bytes per node: the node itself, and its own tokens as stored. */
const NODE_BYTES = 200;

/** A document in its cached form: without comments and source locations. */
export interface CompactDocument {
  readonly document: DocumentNode;
  /** Its memory at most. Its tokens may be slices that keep the whole text alive, so that the whole text counts. */
  readonly bytes: number;
}

/** Returns a copy of a document that holds only its selections. */
export function compactDocumentOf(document: DocumentNode): CompactDocument {
  const text = document.loc?.source.body ?? print(document);
  let nodes = 0;
  const bare = visit(document, {
    enter: ({ loc: _loc, ...node }: ASTNode) => {
      nodes += 1;
      return node;
    },
  });
  return { document: bare, bytes: CHARACTER_BYTES * text.length + NODE_BYTES * nodes };
}
