import { once } from 'node:events';
import { constants, performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { venueIds } from '@platform/venues/registry';
import { type QuestionName, questions } from '../../feed/questions.js';
import { requestOverSocket } from '../../feed/socket-request.js';
import { PROXY, proxyPaths } from './control.js';

const ASKED_BYTES_MAX = 64 * 1024;
/** Of a feed, and of what a proxy passes on of its venue. */
const ANSWER_BYTES_MAX = 8 * 1024 ** 2;
/** As long as a bot waits for its feed. */
const TIMEOUT_MS = 80_000;
const AT_ONCE_MAX = 256;

/** The socket of a venue's feed. */
export type FeedSocketOf = (venue: string) => string;

/** Whose bots ask. */
export interface Asker {
  readonly venue: string | undefined;
  readonly accountDigest: string | undefined;
}

/** Passes on to the proxy of an account's live bots at a venue what one of them asks, and returns the answer. Rejects where there is none. */
export type AskProxy = (
  whose: { readonly venue: string; readonly accountDigest: string },
  path: (typeof proxyPaths)[number],
  text: string,
) => Promise<Told>;

/** An answer. */
export interface Told {
  readonly status: number;
  readonly text: string;
}

/** Who answers what bots in pods ask. */
export interface Answerers {
  readonly feedSocket: FeedSocketOf;
  /** Absent: live bots run elsewhere. */
  readonly askProxy?: AskProxy;
}

/** Passes on what the bots of a pod ask over a link, to feeds and to their account's proxy, and nothing else. Settles once the link has ended. */
export async function passOn(link: TLSSocket, asker: Asker, answerers: Answerers): Promise<void> {
  const session = performServerHandshake(link, { settings: { maxConcurrentStreams: AT_ONCE_MAX } });
  // Told by the close that follows.
  session.on('error', () => {});
  session.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    void pass(stream, headers[':path'] ?? '', asker, answerers);
  });
  if (!session.destroyed) await once(session, 'close');
}

async function pass(stream: ServerHttp2Stream, path: string, asker: Asker, answerers: Answerers): Promise<void> {
  try {
    const { status, text } = await answerTo(stream, path, asker, answerers);
    if (stream.destroyed) return;
    stream.respond({ ':status': status });
    stream.end(text);
  } catch {
    // No answer, and none that looks like one: what became of an order is not known here.
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}

async function answerTo(
  stream: ServerHttp2Stream,
  path: string,
  { venue: ownVenue, accountDigest }: Asker,
  { feedSocket, askProxy }: Answerers,
): Promise<Told> {
  const [, of, what] = path.split('/');
  const venue = venueIds.find((each) => each === of);
  const proxyPath = of === PROXY ? proxyPaths.find((each) => each === `/${what}`) : undefined;
  if (proxyPath === undefined && (venue === undefined || !isQuestion(what))) return refusal('no such question');
  const pieces: Buffer[] = [];
  let bytes = 0;
  // It is still to be answered where not all of it is read.
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > ASKED_BYTES_MAX) return refusal('the question is too long');
    pieces.push(piece);
  }
  const text = Buffer.concat(pieces).toString();
  if (proxyPath !== undefined) {
    // By whose pod it is, and not by what is said in it.
    if (askProxy === undefined || ownVenue === undefined || accountDigest === undefined) return refusal('no proxy');
    return askProxy({ venue: ownVenue, accountDigest }, proxyPath, text);
  }
  return requestOverSocket({
    ...{ socketPath: feedSocket(venue ?? ''), method: 'POST', path: `/${what}`, body: JSON.parse(text) },
    ...{ timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX },
  }).catch(() => refusal('the feed can not be reached'));
}

/** As a feed says it. */
function refusal(reason: string): Told {
  return { status: 503, text: JSON.stringify({ reason }) };
}

function isQuestion(name: string | undefined): name is QuestionName {
  return name !== undefined && Object.hasOwn(questions, name);
}
