import type { ApolloServerOptions } from '@apollo/server';
import { LRUCache } from 'lru-cache';
import type { GatewayContext } from '../context.js';

const DOCUMENTS_MAX = 1_000;
const CHARACTERS_MAX = 4 * 1024 * 1024;

type Cache = NonNullable<Exclude<ApolloServerOptions<GatewayContext>['persistedQueries'], false | undefined>['cache']>;

/** LRU cache of document texts by their hash, as callers introduce them. */
export class PersistedDocuments implements Cache {
  readonly #introduced = new LRUCache<string, string>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (text) => text.length || 1,
  });

  /** Returns the text of a document, if it is known. */
  async get(key: string): Promise<string | undefined> {
    return this.#introduced.get(key);
  }

  /** Stores a document that a caller introduces; Apollo has verified its hash. */
  async set(key: string, text: string): Promise<void> {
    this.#introduced.set(key, text);
  }

  /** Removes a document that a caller introduced. */
  async delete(key: string): Promise<boolean> {
    return this.#introduced.delete(key);
  }
}
