import { type ASTNode, type DocumentNode, print, visit } from 'graphql';

/** Of text at most: two for each character, since any may be a wide one, and one for names of operations kept beside it. */
const CHARACTER_BYTES = 3;
/** Of a node: what it holds by itself, and its own words as they are kept. */
const NODE_BYTES = 200;

/** A document as it may be kept: without its comments and where in the text everything stands. */
export interface CompactDocument {
  readonly document: DocumentNode;
  /** How much memory it takes at most. Its words may be slices of its text, which they keep whole, so that all of that counts. */
  readonly bytes: number;
}

/** Makes a copy of a document that holds nothing but what it asks for. */
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
