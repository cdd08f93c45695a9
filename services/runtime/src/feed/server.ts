import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import { z } from 'zod';
import { boundedText } from './bounded-text.js';
import type { FeedHistory } from './history.js';
import { type MarketFeed, NoAnswer } from './market-feed.js';
import { type Answer, type QuestionName, questions } from './questions.js';

const BODY_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 1_000;

type Answers = { readonly [Name in QuestionName]: (asked: unknown) => Promise<Answer<Name>> };

/** Answers the questions of this machine's bots over HTTP, on a socket in the file system: who may open it may ask. */
export async function serveFeed(
  path: string,
  parts: { readonly feed: MarketFeed; readonly history: FeedHistory; readonly logger: Logger },
): Promise<Closeable> {
  const answers = answersOf(parts);
  const server = createServer((request, response) => {
    void answer(request, answers)
      .catch((error: unknown) => failure(error, parts.logger))
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
  });
  server.maxConnections = CONNECTIONS_MAX;
  // What a feed that was killed left there.
  await rm(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
  return { close: () => close(server) };
}

function answersOf({ feed, history }: { readonly feed: MarketFeed; readonly history: FeedHistory }): Answers {
  return {
    candles: (asked) => feed.candles(questions.candles.ask.parse(asked)),
    book: (asked) => feed.book(questions.book.ask.parse(asked)),
    funding: (asked) => feed.funding(questions.funding.ask.parse(asked)),
    tickers: async (asked) => ({ tickers: await history.tickers(questions.tickers.ask.parse(asked).symbols) }),
    status: async () => {
      const { heardAtMs = null, ...status } = feed.status();
      return { ...status, heardAtMs };
    },
  };
}

interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

async function answer(request: IncomingMessage, answers: Answers): Promise<HttpAnswer> {
  const name = Object.keys(questions).find((each): each is QuestionName => request.url === `/${each}`);
  if (request.method !== 'POST' || name === undefined) return { status: 404, body: { reason: 'no such question' } };
  return { status: 200, body: await answers[name](JSON.parse(await bodyOf(request))) };
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return boundedText(request, BODY_BYTES_MAX, () => new SyntaxError('the question is too long'));
}

function failure(error: unknown, logger: Logger): HttpAnswer {
  if (error instanceof NoAnswer) return { status: 503, body: { reason: error.message } };
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return { status: 400, body: { reason: error.message } };
  logger.error({ err: error }, 'a question was not answered');
  return { status: 503, body: { reason: 'the feed failed' } };
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
