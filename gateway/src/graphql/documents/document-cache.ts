// Why: docs/decisions/edge/graphql-document-limits.md
import { createHash } from 'node:crypto';
import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GatewayContext } from '../context.js';
import { type CompactDocument, compactDocumentOf } from './compact-document.js';

/** Size limit of all documents together. */
const BYTES_MAX = 16 * 1024 * 1024;
/** The end of Apollo's keys: the hash of a text. */
const HASH_LENGTH = 64;

interface CachedDocument extends CompactDocument {
  /** Names of operations. */
  readonly planned: Set<string>;
}

type Store = NonNullable<ApolloServerOptions<GatewayContext>['documentStore']>;

/** LRU cache of valid parsed documents, with their planned operations. */
export class DocumentCache implements Store {
  readonly #kept = new LRUCache<string, CachedDocument>({ maxSize: BYTES_MAX, sizeCalculation: ({ bytes }) => bytes });

  /** Returns whether a text is already parsed and checked. */
  has(text: string): boolean {
    return this.hasHash(createHash('sha256').update(text).digest('hex'));
  }

  /** The same for the text of a hash. */
  hasHash(hash: string): boolean {
    return this.#kept.get(hash) !== undefined;
  }

  /** Returns whether an operation of a document, by its name, has been planned. */
  isPlanned(hash: string, operationName = ''): boolean {
    return this.#kept.get(hash)?.planned.has(operationName) === true;
  }

  /** Records a planned operation. */
  notePlanned(hash: string, operationName = ''): void {
    this.#kept.get(hash)?.planned.add(operationName);
  }

  /** Returns a document by Apollo's key of its text. */
  async get(key: string): Promise<DocumentNode | undefined> {
    return this.#kept.get(key.slice(-HASH_LENGTH))?.document;
  }

  /** Stores a document that Apollo has validated. */
  async set(key: string, document: DocumentNode): Promise<void> {
    this.#kept.set(key.slice(-HASH_LENGTH), { ...compactDocumentOf(document), planned: new Set() });
  }

  /** Removes a document. */
  async delete(key: string): Promise<boolean> {
    return this.#kept.delete(key.slice(-HASH_LENGTH));
  }
}
