/** Largest object that is read and written as bytes. */
export const SMALL_BYTES_MAX = 16 * 1024 ** 2;

/**
 * Objects by key. Those of files are immutable: a key is written once, and readers check the digest that their catalogue holds.
 * Small ones (at most `SMALL_BYTES_MAX`) may be replaced where they mark something.
 */
export interface ObjectStore {
  /**
   * Stores the file's bytes under `key`, all or nothing; writing the same bytes again is a no-op. Gives the SHA-256 in hex.
   * Throws `NoRoomError`.
   */
  putFile(key: string, file: string): Promise<{ sha256: string; bytes: number }>;
  /** Copies an object under another key, its digest checked. Throws `ObjectCorruptedError` or `NoRoomError`. */
  copy(from: string, sha256: string, key: string): Promise<void>;
  /**
   * Stores small bytes under a key that nobody has written yet, all or nothing, also where several write at once. Gives false,
   * and changes nothing, where there is an object of that key.
   */
  create(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Stores small bytes in place of what the key holds: readers find the former or the new object, never a part of one. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a small object; undefined where there is none. Throws `ObjectCorruptedError` for one that is too large. */
  get(key: string): Promise<Buffer | undefined>;
  /** Keys below a prefix that ends in `/`, ascending by their bytes, those that follow `after`, at most `limit`. */
  list(prefix: string, after: string | undefined, limit: number): Promise<string[]>;
  /** A readable path of the object on this machine. Throws `ObjectCorruptedError` when its bytes don't have the digest. */
  materialize(key: string, sha256: string): Promise<string>;
  /** Removes objects that nothing refers to any more; an absent one is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Throws `NoRoomError` while there is hardly any space left: what is left is for the work that is under way. */
  requireRoom(): Promise<void>;
  /** Space that is left. */
  freeBytes(): Promise<number>;
}

/** There is hardly any space left in a directory: as a rule where objects are stored. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';

  constructor(freeBytes: number, leastBytes: number, directory: string) {
    super(
      `${mebibytes(freeBytes)} MiB of disk space are left for ${directory} where ${mebibytes(leastBytes)} MiB are needed: make room`,
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
