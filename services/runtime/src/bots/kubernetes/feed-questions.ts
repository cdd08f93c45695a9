import { once } from 'node:events';
import { performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { venueIds } from '@platform/venues/registry';
import { type QuestionName, questions } from '../../feed/questions.js';
import { requestOverSocket } from '../../feed/socket-request.js';

const ASKED_BYTES_MAX = 64 * 1024;
const ANSWER_BYTES_MAX = 8 * 1024 ** 2;
/** As long as a bot waits. */
const TIMEOUT_MS = 80_000;
const AT_ONCE_MAX = 256;

/** The socket of a venue's feed. */
export type FeedSocketOf = (venue: string) => string;

/** Passes on to feeds what the bots of a pod ask over a link, and nothing else. Settles once the link has ended. */
export async function passQuestions(link: TLSSocket, feedSocketOf: FeedSocketOf): Promise<void> {
  const session = performServerHandshake(link, { settings: { maxConcurrentStreams: AT_ONCE_MAX } });
  // Told by the close that follows.
  session.on('error', () => {});
  session.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    void pass(stream, headers[':path'] ?? '', feedSocketOf);
  });
  if (!session.destroyed) await once(session, 'close');
}

async function pass(stream: ServerHttp2Stream, path: string, feedSocketOf: FeedSocketOf): Promise<void> {
  const { status, text } = await answerTo(stream, path, feedSocketOf).catch(() =>
    refusal('the feed can not be reached'),
  );
  if (stream.destroyed) return;
  stream.respond({ ':status': status });
  stream.end(text);
}

async function answerTo(
  stream: ServerHttp2Stream,
  path: string,
  feedSocketOf: FeedSocketOf,
): Promise<{ readonly status: number; readonly text: string }> {
  const [, venue, question] = path.split('/');
  const known = venueIds.find((each) => each === venue);
  if (known === undefined || !isQuestion(question)) return refusal('no such question');
  const pieces: Buffer[] = [];
  let bytes = 0;
  // It is still to be answered where not all of it is read.
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > ASKED_BYTES_MAX) return refusal('the question is too long');
    pieces.push(piece);
  }
  return requestOverSocket({
    ...{ socketPath: feedSocketOf(known), method: 'POST', path: `/${question}` },
    ...{ body: JSON.parse(Buffer.concat(pieces).toString()), timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX },
  });
}

/** As a feed says it. */
function refusal(reason: string) {
  return { status: 503, text: JSON.stringify({ reason }) };
}

function isQuestion(name: string | undefined): name is QuestionName {
  return name !== undefined && Object.hasOwn(questions, name);
}
