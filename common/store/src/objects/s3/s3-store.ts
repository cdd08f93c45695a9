// Why: docs/decisions/platform/object-store.md
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Clock } from '@platform/kit/clock';
import { sha256OfFile } from '@platform/kit/provisioning';
import { LRUCache } from 'lru-cache';
import type { ObjectCache } from '../cache/object-cache.js';
import { requireKey, requirePrefix } from '../keys.js';
import { OBJECT_BYTES_MAX, ObjectCorruptedError, type ObjectStore, SMALL_BYTES_MAX } from '../store.js';
import {
  answerOf,
  bytesOf,
  CONTESTED,
  discard,
  isOtherThanStored,
  readBody,
  statusOf,
  TAKEN,
  unavailable,
  unlessAbsent,
  wasRepeated,
} from './answers.js';
import type { S3Address } from './s3-address.js';

/** Of what the client itself doesn't repeat: an answer that breaks off, and a write that another one contests. */
const ATTEMPTS_MAX = 3;
const PAUSE_MS = 200;
/** Of all attempts of one call, until its answer begins. */
const CALL_MS_MAX = 60_000;
const VERIFIED_MAX = 10_000;
/** Of an object, or of the bucket. */
const ABSENT = 404;
/** What the protocol takes at once. */
const LISTED_MAX = 1_000;
const REMOVED_MAX = 1_000;

/** What a store that speaks S3 is asked with. */
interface S3Parts {
  readonly client: S3Client;
  readonly address: S3Address;
  readonly cache: ObjectCache;
  readonly clock: Clock;
}

/** An object as the store describes it. */
interface Described {
  readonly key: string;
  readonly sha256: string;
  readonly bytes: number;
  /** What changes with its bytes, and the digest that they have or are to have. */
  readonly state: string;
}

/**
 * Objects in a bucket of a store that speaks S3. Each is written by one request with the digest of its bytes, which the store checks: until
 * it has them all there is no object. As files they are in the cache of this machine.
 */
export class S3ObjectStore implements ObjectStore {
  /** Objects whose bytes were read and had their digest, by name, with the state that they were read in. */
  readonly #verified = new LRUCache<string, string>({ max: VERIFIED_MAX });
  readonly #fetching = new Map<string, Promise<string>>();

  constructor(private readonly parts: S3Parts) {}

  async putFile(key: string, file: string): Promise<{ sha256: string; bytes: number }> {
    requireKey(key);
    const { size } = await stat(file);
    if (size > OBJECT_BYTES_MAX) throw new Error(`object ${key} would have ${size} bytes, more than an object may`);
    const bytes = await readFile(file);
    const sha256 = sha256Of(bytes);
    await answerOf(this.#put(key, bytes, { sha256 }));
    return { sha256, bytes: bytes.length };
  }

  /** The bytes are sent again: they were read to be checked, and the store checks them against the same digest. */
  async copy(from: string, sha256: string, key: string): Promise<void> {
    requireKey(key);
    const bytes = await readFile(await this.materialize(from, sha256));
    await answerOf(this.#put(key, bytes, { sha256 }));
  }

  async create(key: string, bytes: Uint8Array): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#put(key, bytes, { isNew: true });
        return true;
      } catch (error) {
        if (statusOf(error) === TAKEN)
          // An earlier attempt of this call may have been done without an answer.
          return wasRepeated(error) && (await this.get(key))?.equals(bytes) === true;
        if (statusOf(error) !== CONTESTED || attempt === ATTEMPTS_MAX) throw unavailable(error);
      }
      await this.parts.clock.sleep(PAUSE_MS * attempt);
    }
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    await answerOf(this.#put(key, bytes));
  }

  async get(key: string): Promise<Buffer | undefined> {
    return this.#read(key, async ({ ContentLength: bytes = 0, Body: body }) => {
      if (bytes <= SMALL_BYTES_MAX) return bytesOf(body);
      discard(body);
      throw new ObjectCorruptedError(key, 'is too large to be read as bytes');
    });
  }

  async getFile(key: string, file: string): Promise<{ sha256: string; bytes: number } | undefined> {
    return this.#read(key, async ({ Body: body }) => {
      await readBody(body, createWriteStream(file));
      return { sha256: await sha256OfFile(file), bytes: (await stat(file)).size };
    });
  }

  async list(prefix: string, after: string | undefined, limit: number): Promise<string[]> {
    requirePrefix(prefix);
    const { client, address } = this.parts;
    const found: string[] = [];
    for (let last = after; found.length < limit; last = found.at(-1)) {
      const command = new ListObjectsV2Command({
        Bucket: address.bucket,
        Prefix: address.prefix + prefix,
        MaxKeys: Math.min(LISTED_MAX, limit - found.length),
        ...(last !== undefined && { StartAfter: address.prefix + last }),
      });
      const { Contents: page = [], IsTruncated: hasMore } = await answerOf(client.send(command, inTime()));
      found.push(...page.flatMap(({ Key: name }) => (name === undefined ? [] : [name.slice(address.prefix.length)])));
      if (hasMore !== true || page.length === 0) break;
    }
    return found;
  }

  async materialize(key: string, sha256: string): Promise<string> {
    const { isKnown, ...object } = await this.#describe(key, sha256);
    const kept = isKnown ? await this.parts.cache.find(sha256) : undefined;
    return kept ?? this.#fetchOnce(object);
  }

  async requireWhole(key: string, sha256: string): Promise<void> {
    const { isKnown, ...object } = await this.#describe(key, sha256);
    if (!isKnown) await this.#fetchOnce(object);
  }

  async remove(keys: readonly string[]): Promise<void> {
    const { client, address } = this.parts;
    for (let first = 0; first < keys.length; first += REMOVED_MAX) {
      const Objects = keys.slice(first, first + REMOVED_MAX).map((key) => ({ Key: this.#place(key).Key }));
      const command = new DeleteObjectsCommand({ Bucket: address.bucket, Delete: { Objects, Quiet: true } });
      const { Errors: [failed] = [] } = await answerOf(client.send(command, inTime()));
      if (failed !== undefined) throw unavailable(new Error(`${failed.Key} is not removed: ${failed.Code}`));
    }
  }

  async requireRoom(): Promise<void> {
    await this.parts.cache.requireRoom();
  }

  async freeBytes(): Promise<number> {
    return this.parts.cache.freeBytes();
  }

  /** Asks for an object, and whether its bytes are known to have the digest. Throws `ObjectCorruptedError` where it is missing. */
  async #describe(key: string, sha256: string): Promise<Described & { readonly isKnown: boolean }> {
    const command = new HeadObjectCommand({ ...this.#place(key), ChecksumMode: 'ENABLED' });
    const head = await this.parts.client.send(command, inTime()).catch(async (error: unknown) => {
      // Such an answer has no text: it may as well be the bucket that is missing.
      if (statusOf(error) === ABSENT) await this.#requireAbsent(key);
      throw unavailable(error);
    });
    const { ContentLength: bytes = 0, ETag: tag, LastModified: changed, ChecksumSHA256: digest } = head;
    if (bytes > OBJECT_BYTES_MAX) throw new ObjectCorruptedError(key, 'is too large to be an object');
    const state = [sha256, tag, bytes, changed?.getTime()].join(' ');
    const isKnown = digest === base64Of(sha256) || this.#verified.get(key) === state;
    return { key, sha256, bytes, state, isKnown };
  }

  /** Throws `ObjectCorruptedError` where an object is missing for certain. */
  async #requireAbsent(key: string): Promise<void> {
    const output = await this.#get(key);
    if (output === undefined) throw new ObjectCorruptedError(key, 'is missing');
    discard(output.Body);
  }

  #get(key: string): Promise<GetObjectCommandOutput | undefined> {
    return unlessAbsent(this.parts.client.send(new GetObjectCommand(this.#place(key)), inTime()));
  }

  #put(key: string, bytes: Uint8Array, { sha256 = sha256Of(bytes), isNew = false } = {}) {
    const command = new PutObjectCommand({
      ...this.#place(key),
      Body: bytes,
      ChecksumSHA256: base64Of(sha256),
      ...(isNew && { IfNoneMatch: '*' }),
    });
    return this.parts.client.send(command, inTime());
  }

  /** Returns what `take` makes of an object; undefined where there is none. Reads it again where the answer breaks off. */
  async #read<Taken>(
    key: string,
    take: (output: GetObjectCommandOutput) => Promise<Taken>,
  ): Promise<Taken | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const output = await this.#get(key);
      if (output === undefined) return undefined;
      try {
        return await take(output);
      } catch (error) {
        if (error instanceof ObjectCorruptedError) throw error;
        if (isOtherThanStored(error))
          throw new ObjectCorruptedError(key, 'its bytes do not have the digest of the store');
        if (attempt === ATTEMPTS_MAX) throw unavailable(error);
      }
      await this.parts.clock.sleep(PAUSE_MS * attempt);
    }
  }

  /** Callers that want the same object at the same time share one reading. */
  #fetchOnce(object: Described): Promise<string> {
    const name = `${object.key} ${object.state}`;
    const fetching = this.#fetching.get(name) ?? this.#fetch(object).finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return fetching;
  }

  async #fetch({ key, sha256, bytes, state }: Described): Promise<string> {
    const path = await this.parts.cache.add(sha256, bytes, async (file) => {
      const isThere = await this.#read(key, async ({ ContentLength: found, Body: body }) => {
        if (found === bytes) await readBody(body, createWriteStream(file, { flags: 'r+' }));
        else discard(body);
        return true;
      });
      if (isThere === undefined) throw new ObjectCorruptedError(key, 'is missing');
    });
    if (path === undefined) throw new ObjectCorruptedError(key, 'its bytes do not have the recorded digest');
    this.#verified.set(key, state);
    return path;
  }

  #place(key: string): { readonly Bucket: string; readonly Key: string } {
    requireKey(key);
    const { bucket, prefix } = this.parts.address;
    return { Bucket: bucket, Key: prefix + key };
  }
}

function inTime(): { readonly abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(CALL_MS_MAX) };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function base64Of(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}
