import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { ObjectStoreUnavailableError } from '../store.js';

/** What a store answers about an object. Somebody writes it at this moment: asked again, the store says who was first. */
export const CONTESTED = 409;
/** There is one already. */
export const TAKEN = 412;

/** From the first byte of an object to its last one. */
const BODY_MS_MAX = 120_000;
/** What is said of an absent object. Other things are absent with the same status: a bucket, somewhere a user. */
const ABSENT = 'NoSuchKey';
/** Its text is all that tells this error of the client from others. */
const OTHER_DIGEST = /^Checksum mismatch/;

/** Returns the status that a store answered with; undefined for another error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Returns whether what was read has not the digest that the store sent with it. */
export function isOtherThanStored(error: unknown): boolean {
  return error instanceof Error && OTHER_DIGEST.test(error.message);
}

/** Returns whether the client sent a call more than once: an earlier one may have been done. */
export function wasRepeated(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.$metadata.attempts ?? 1) > 1;
}

/** Returns the answer; undefined where there is no such object. Throws `ObjectStoreUnavailableError` for every other error. */
export async function unlessAbsent<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
  return asking.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.name === ABSENT) return undefined;
    throw unavailable(error);
  });
}

/** Returns the answer. Throws `ObjectStoreUnavailableError` for every error. */
export async function answerOf<Answer>(asking: Promise<Answer>): Promise<Answer> {
  return asking.catch((error: unknown) => {
    throw unavailable(error);
  });
}

/** Returns the error of a store that did not answer, or refused. */
export function unavailable(cause: unknown): ObjectStoreUnavailableError {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  return new ObjectStoreUnavailableError(`the object store: ${name}: ${message}`, { cause });
}

/** Reads a body to its end, into a file or whatever else takes it. */
export async function readBody(body: unknown, into: NodeJS.WritableStream): Promise<void> {
  await pipeline(readable(body), into, { signal: AbortSignal.timeout(BODY_MS_MAX) });
}

/** Returns the bytes of a body. */
export async function bytesOf(body: unknown): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  await pipeline(
    readable(body),
    async (source: AsyncIterable<Uint8Array>) => {
      for await (const part of source) parts.push(part);
    },
    { signal: AbortSignal.timeout(BODY_MS_MAX) },
  );
  return Buffer.concat(parts);
}

/** Leaves a body unread. */
export function discard(body: unknown): void {
  readable(body).destroy();
}

function readable(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new TypeError('an answer without a body');
}
