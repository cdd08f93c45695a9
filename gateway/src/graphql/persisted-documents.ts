import type { ApolloServerOptions } from '@apollo/server';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { GatewayContext } from './context.js';

/** How Apollo names a document by its hash. */
const KEY_PREFIX = 'apq:';
const DOCUMENTS_MAX = 1_000;
const CHARACTERS_MAX = 4 * 1024 * 1024;

const trustedDocuments = z.record(z.string().regex(/^[\da-f]{64}$/), z.string());

type Cache = NonNullable<Exclude<ApolloServerOptions<GatewayContext>['persistedQueries'], false | undefined>['cache']>;

/**
 * Texts of documents by their hash. Those of the facade are known from the start and stay; those that callers introduce are
 * as many as fit, the least recently used going first.
 */
export class PersistedDocuments implements Cache {
  readonly #trusted: ReadonlyMap<string, string>;
  readonly #introduced = new LRUCache<string, string>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (text) => text.length || 1,
  });

  /** `trusted` is JSON: text by hash. Throws for anything else. */
  constructor(trusted = '{}') {
    const entries = Object.entries(trustedDocuments.parse(JSON.parse(trusted)));
    this.#trusted = new Map(entries.map(([hash, text]) => [KEY_PREFIX + hash, text]));
  }

  /** The text of a document, if it is known. */
  async get(key: string): Promise<string | undefined> {
    return this.#trusted.get(key) ?? this.#introduced.get(key);
  }

  /** Keeps a document that a caller introduces; Apollo has compared its hash. */
  async set(key: string, text: string): Promise<void> {
    if (!this.#trusted.has(key)) this.#introduced.set(key, text);
  }

  /** Forgets a document that a caller introduced. */
  async delete(key: string): Promise<boolean> {
    return this.#introduced.delete(key);
  }
}
