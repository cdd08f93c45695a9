// Why: docs/decisions/wallet/copies-of-keys.md
import type { ObjectStore } from '@platform/store/objects';
import { z } from 'zod';

/** A sealed key as a copy holds it. */
export const sealedKeyCopy = z.strictObject({
  version: z.int(),
  masterKeyId: z.string(),
  wrappedDataKey: z.base64(),
  ciphertext: z.base64(),
});

const PAGE = 500;
const SUFFIX = '.json';

/** How copies of one kind are stored. */
export interface CopyKind<Copy> {
  /** Where they are; ends in `/`. */
  readonly prefix: string;
  readonly schema: z.ZodType<Copy>;
  /** Returns the id of the master key that wraps what is copied. */
  readonly masterKeyId: (copy: Copy) => string;
}

/**
 * Copies of sealed keys in the object store, which outlive the database. The first copy of a name says which key it is and is never
 * overwritten; where another master key wraps the same key, a further copy is written beside it.
 */
export class KeyCopies<Copy> {
  constructor(
    private readonly objects: ObjectStore,
    private readonly kind: CopyKind<Copy>,
    /** The master keys that are held, the current one first: a copy under one of them is preferred. */
    private readonly masterKeyIds: readonly string[],
  ) {}

  /** Stores the first copy of a name; returns the copy that counts, which is of another key if the name has one already. */
  async keep(name: string, copy: Copy): Promise<Copy> {
    await this.objects.create(this.#key(name), encode(copy));
    const kept = await this.find(name);
    if (kept === undefined) throw new Error(`the copy of ${name} vanished`);
    return kept;
  }

  /** Returns the first copy of a name, or a further one where no master key is held for the first. Throws for one that is malformed. */
  async find(name: string): Promise<Copy | undefined> {
    const first = await this.#read(this.#key(name));
    if (first === undefined || this.masterKeyIds.includes(this.kind.masterKeyId(first))) return first;
    for (const id of this.masterKeyIds) {
      const further = await this.#read(this.#key(`${name}.${id}`));
      if (further !== undefined) return further;
    }
    return first;
  }

  /** Stores a further copy of a name, whose key another master key wraps now. */
  async keepRewrapped(name: string, copy: Copy): Promise<void> {
    await this.objects.create(this.#key(`${name}.${this.kind.masterKeyId(copy)}`), encode(copy));
  }

  /** Returns the names that have a first copy, in the order of their keys. */
  async *names(): AsyncGenerator<string> {
    const { prefix } = this.kind;
    for (let after: string | undefined; ; ) {
      const keys = await this.objects.list(prefix, after, PAGE);
      for (const key of keys) {
        const name = key.slice(prefix.length, -SUFFIX.length);
        // The name of a further copy has the master key behind a dot.
        if (!name.includes('.')) yield name;
      }
      after = keys.at(-1);
      if (keys.length < PAGE) return;
    }
  }

  async #read(key: string): Promise<Copy | undefined> {
    const bytes = await this.objects.get(key);
    return bytes === undefined ? undefined : this.kind.schema.parse(JSON.parse(bytes.toString('utf8')));
  }

  #key(name: string): string {
    return `${this.kind.prefix}${name}${SUFFIX}`;
  }
}

function encode(copy: unknown): Buffer {
  return Buffer.from(JSON.stringify(copy));
}
