// Why: docs/decisions/edge/http-bodies-and-connections.md
import type { Readable } from 'node:stream';
import { PlatformError } from '@platform/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FairQueue } from '../fair-queue/index.js';
import { jsonTextOf, UnreadableBody } from './json-text.js';

/** The part of a body that is read before its caller is known. A refused body counts as one request per started 64 KiB. */
const ANYBODYS_BYTES_MAX = 64 * 1024;

/** How many of the largest bodies of one caller are read and worked on at once; others wait unread. */
const LARGEST_AT_ONCE = 4;
const LARGE_BODIES_MAX = 50;
/** Well before clients give up. */
const ROOM_WAIT_MS_MAX = 5_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** How much of the body has been read. */
    bodyBytes: number;
    /** Frees the queue slot of a large body; absent for a small one. */
    leaveQueue?: () => void;
  }
}

/** How large a body may be, and who its caller is. */
export interface BodyRules {
  /** The largest body of a known caller. */
  readonly bytesMax: number;
  /** Called before more than 64 KiB is read: returns whether the caller is known. It may authenticate the caller, and throw the refusal. */
  readonly isKnown: (request: FastifyRequest) => Promise<boolean>;
  /** Called for a known caller: returns the key whose large bodies share one queue. */
  readonly queueKeyOf: (request: FastifyRequest) => string;
}

/**
 * Makes a server accept JSON and no other content type. A body is read up to its caller's limit, checked, and only then parsed; an empty
 * one counts as none, since clients send the content type even without a body. Bodies of more than 64 KiB of one caller wait in a queue,
 * and are refused as `rate_limited` where it is full.
 */
export function acceptJsonAlone(app: FastifyInstance, rules: BodyRules): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const { bytesMax } = rules;
  const queue = new FairQueue({
    atOnce: LARGEST_AT_ONCE * bytesMax,
    pieces: LARGE_BODIES_MAX,
    waitMs: ROOM_WAIT_MS_MAX,
  });
  app.decorateRequest('bodyBytes', 0);
  // An answer after its client left triggers only `onSend`; a streamed answer triggers only `onResponse`.
  app.addHook('onSend', async (request) => leave(request));
  app.addHook('onResponse', async (request) => leave(request));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    read(request, payload, rules, queue).then(
      (body) => {
        try {
          const text = jsonTextOf(body);
          if (text === '') done(null, undefined);
          else void parse(request, text, done);
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)), undefined);
        }
      },
      (error: Error) => done(error, undefined),
    );
  });
}

/** Returns how many requests a refused body counts for in its caller's allowance: one per started 64 KiB. */
export function requestsOf({ bodyBytes }: Pick<FastifyRequest, 'bodyBytes'>): number {
  return Math.max(1, Math.ceil(bodyBytes / ANYBODYS_BYTES_MAX));
}

function leave(request: FastifyRequest): void {
  request.leaveQueue?.();
  delete request.leaveQueue;
}

async function read(
  request: FastifyRequest,
  payload: Readable,
  { bytesMax, isKnown, queueKeyOf }: BodyRules,
  queue: FairQueue,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bytesMax) throw tooLarge(bytesMax);
  let allowed = ANYBODYS_BYTES_MAX;
  const allow = async () => {
    if (allowed === bytesMax || !(await isKnown(request))) return;
    const leaveQueue = await queue.enter(queueKeyOf(request), announced || bytesMax);
    // Nothing would free the slot later: the response is over.
    if (request.raw.destroyed) leaveQueue();
    else request.leaveQueue = leaveQueue;
    allowed = bytesMax;
  };
  if (announced > allowed) await allow();
  if (announced > allowed) throw tooLarge(allowed);
  // The connection must stay open until the refusal is sent.
  const arriving: AsyncIterable<Uint8Array> = payload.iterator({ destroyOnReturn: false });
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of arriving) {
      chunks.push(chunk);
      request.bodyBytes += chunk.length;
      if (request.bodyBytes > allowed) await allow();
      if (request.bodyBytes > allowed) throw tooLarge(allowed);
    }
  } catch (cause) {
    throw cause instanceof PlatformError ? cause : new UnreadableBody('was cut off', { cause });
  }
  return Buffer.concat(chunks);
}

function tooLarge(maximumBytes: number): PlatformError {
  return new PlatformError('payload_too_large', { details: { maximum_bytes: maximumBytes } });
}
