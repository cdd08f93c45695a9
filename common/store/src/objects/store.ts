/** Largest object that is read and written as bytes. */
export const SMALL_BYTES_MAX = 16 * 1024 ** 2;
/** Largest object at all: each store writes one in a single step. */
export const OBJECT_BYTES_MAX = 64 * 1024 ** 2;
/** How long a file that `materialize` returned stays at least, as long as its object is not removed: it is opened within that time. */
export const MATERIALIZED_KEEP_MS = 2 * 60_000;

/**
 * Objects by key. Objects made from files are immutable: a key is written once, and readers check the digest in their catalogue. Small ones
 * (at most `SMALL_BYTES_MAX`) may be replaced where they mark something. Every method throws `ObjectStoreUnavailableError` while the store
 * can't be reached.
 */
export interface ObjectStore {
  /**
   * Stores the file's bytes, at most `OBJECT_BYTES_MAX`, under `key`, all or nothing; writing the same bytes again is a no-op. Returns the
   * SHA-256 in hex. Throws `NoRoomError`.
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
  /**
   * Writes an object's bytes to a file of this machine, and returns them as `putFile` does; undefined where there is no object. For what
   * copies objects whose digest nobody has told it; all others take `materialize`.
   */
  getFile(key: string, file: string): Promise<{ sha256: string; bytes: number } | undefined>;
  /** Returns the keys below a prefix that ends in `/`, or all for '', after `after`, ascending by their bytes, at most `limit`. */
  list(prefix: string, after: string | undefined, limit: number): Promise<string[]>;
  /**
   * Returns a readable path of the object on this machine; the file stays for `MATERIALIZED_KEEP_MS`. Throws `ObjectCorruptedError` when the
   * object is missing or its bytes don't have the digest, and `NoRoomError`.
   */
  materialize(key: string, sha256: string): Promise<string>;
  /**
   * Throws `ObjectCorruptedError` when the object is missing or its bytes don't have the digest, as the place knows where it is kept: a store
   * on another machine is believed what it checked when it took them.
   */
  requireWhole(key: string, sha256: string): Promise<void>;
  /** Removes objects without references; an absent one is not an error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Throws `NoRoomError` while this machine's space for objects is low: the rest is for work that is under way. */
  requireRoom(): Promise<void>;
  /** Returns the free space of the volume that this machine has objects on. */
  freeBytes(): Promise<number>;
}

/** The space for objects, or for what works on them, is low. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';

  constructor(freeBytes: number, leastBytes: number, directory: string, space = 'disk space') {
    super(
      `${mebibytes(freeBytes)} MiB of ${space} are left for ${directory} where ${mebibytes(leastBytes)} MiB are needed: make room`,
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

/** The store did not answer, or refused what it must do: nothing is known of the object. */
export class ObjectStoreUnavailableError extends Error {
  override readonly name = 'ObjectStoreUnavailableError';
}
