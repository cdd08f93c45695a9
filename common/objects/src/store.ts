/** Immutable objects by key. A key is written once; readers check the digest that their catalogue holds. */
export interface ObjectStore {
  /**
   * Stores the file's bytes under `key`, all or nothing; writing the same bytes again is a no-op. Gives the SHA-256 in hex.
   * Throws `NoRoomError`.
   */
  putFile(key: string, file: string): Promise<{ sha256: string; bytes: number }>;
  /** A readable path of the object on this machine. Throws `ObjectCorruptedError` when its bytes don't have the digest. */
  materialize(key: string, sha256: string): Promise<string>;
  /** Removes objects that nothing refers to any more; an absent one is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Throws `NoRoomError` while there is hardly any space left: what is left is for the work that is under way. */
  requireRoom(): Promise<void>;
  /** Space that is left. */
  freeBytes(): Promise<number>;
}

/** There is hardly any space left where objects are stored. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';

  constructor(freeBytes: number, leastBytes: number) {
    super(
      `${mebibytes(freeBytes)} MiB of disk space are left where ${mebibytes(leastBytes)} MiB are needed: make room`,
    );
  }
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / 1024 ** 2);
}

/** An object is missing or its bytes are not those that were stored. */
export class ObjectCorruptedError extends Error {
  override readonly name = 'ObjectCorruptedError';

  constructor(
    readonly key: string,
    reason: string,
  ) {
    super(`object ${key}: ${reason}`);
  }
}
