/** Largest object that is read and written as bytes. */
export const SMALL_BYTES_MAX = 16 * 1024 ** 2;

/**
 * Objects by key. Objects made from files are immutable: a key is written once, and readers check the digest in their catalogue. Small ones
 * (at most `SMALL_BYTES_MAX`) may be replaced where they mark something.
 */
export interface ObjectStore {
  /**
   * Stores the file's bytes under `key`, all or nothing; writing the same bytes again is a no-op. Returns the SHA-256 in hex. Throws
   * `NoRoomError`.
   */
  putFile(key: string, file: string): Promise<{ sha256: string; bytes: number }>;
  /** Copies an object under another key, its digest checked. Throws `ObjectCorruptedError` or `NoRoomError`. */
  copy(from: string, sha256: string, key: string): Promise<void>;
  /**
   * Stores small bytes under a new key, all or nothing, also where several write at once. Returns false, and changes nothing, where the key
   * has an object already.
   */
  create(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Replaces the small object under a key: readers find the former or the new object, never a part of one. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes of a small object; undefined where there is none. Throws `ObjectCorruptedError` for one that is too large. */
  get(key: string): Promise<Buffer | undefined>;
  /** Returns the keys below a prefix that ends in `/` and after `after`, ascending by their bytes, at most `limit`. */
  list(prefix: string, after: string | undefined, limit: number): Promise<string[]>;
  /** Returns a readable path of the object on this machine. Throws `ObjectCorruptedError` when its bytes don't have the digest. */
  materialize(key: string, sha256: string): Promise<string>;
  /** Removes objects without references; an absent one is not an error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Throws `NoRoomError` while the free space is low: the rest is for work that is under way. */
  requireRoom(): Promise<void>;
  /** Returns the free space. */
  freeBytes(): Promise<number>;
}

/** The free space in a directory, usually the one of the objects, is low. */
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
