import type { MasterKey } from './master-key.js';

/** The master keys of a service by their ids: the current one seals, former ones still open what they sealed. */
export class Keyring {
  readonly #keys: ReadonlyMap<string, MasterKey>;

  constructor(
    readonly current: MasterKey,
    readonly former: readonly MasterKey[] = [],
  ) {
    this.#keys = new Map([...former, current].map((key) => [key.id, key]));
  }

  /** The ids of the keys, the current one first. */
  get ids(): readonly string[] {
    return [this.current.id, ...this.former.map(({ id }) => id)];
  }

  /** Returns the key of an id; undefined when it isn't held. */
  find(id: string): MasterKey | undefined {
    return this.#keys.get(id);
  }

  /** Returns the key of an id that seals a record. Throws when it isn't held. */
  get(id: string, record: string): MasterKey {
    const key = this.find(id);
    if (key === undefined) throw new Error(`master key ${id} is not held, which seals ${record}`);
    return key;
  }
}
