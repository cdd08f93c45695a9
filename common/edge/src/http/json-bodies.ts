// Why: docs/decisions/edge/http-bodies-and-connections.md
import type { Readable } from 'node:stream';
import { PlatformError } from '@platform/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FairQueue } from '../fair-queue/index.js';
import { jsonTextOf, UnreadableBody } from './json-text.js';

/** What is read of a body before anybody knows whose it is; what a refused body counts as a request for each started one of. */
const ANYBODYS_BYTES_MAX = 64 * 1024;

/** Of one caller as many of the largest bodies are read and worked on at once; others wait unread. */
const LARGEST_AT_ONCE = 4;
const LARGE_BODIES_MAX = 50;
/** Well before clients give up. */
const ROOM_WAIT_MS_MAX = 5_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** How much of the body has been read. */
    bodyBytes: number;
    /** Ends the use of room that a large body has; absent for a small one. */
    leaveQueue?: () => void;
  }
}

/** How large a body may be, and whose. */
export interface BodyRules {
  /** The largest body of a known caller. */
  readonly bytesMax: number;
  /** Asked before more than 64 KiB is read: whether the caller is known. It may find out, and throw what it found. */
  readonly isKnown: (request: FastifyRequest) => Promise<boolean>;
  /** Asked of a known caller: whose large bodies share one room. */
  readonly queueKeyOf: (request: FastifyRequest) => string;
}

/**
 * Has a server take JSON and no other content type. A body is read as far as its caller may send one, looked through, and only
 * then parsed; an empty one counts as none, since clients name the type even without a body. Bodies of more than 64 KiB of one
 * caller wait for each other, and are refused as `rate_limited` where too many do.
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
  // An answer that nobody waits for any more is sent all the same, and never responded; one that is streamed is only responded.
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

/** As how many requests a refused one counts against the allowance of its caller: one for each started 64 KiB of its body. */
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
    // Nobody would give the room back: the response is over.
    if (request.raw.destroyed) leaveQueue();
    else request.leaveQueue = leaveQueue;
    allowed = bytesMax;
  };
  if (announced > allowed) await allow();
  if (announced > allowed) throw tooLarge(allowed);
  // The connection must outlive a refusal, which goes the other way.
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
