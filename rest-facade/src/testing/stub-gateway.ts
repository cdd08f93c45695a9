import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What one question looked like. */
export interface Question {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: { query?: string; variables?: unknown; extensions?: unknown };
}

/** Answers over HTTP what a test tells it to: for faults of transport, which a working gateway can't be made to show. */
export async function startStubGateway() {
  const questions: Question[] = [];
  let reply: (response: ServerResponse, question: Question) => void = (response) => sendJson(response, { data: {} });
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const text = Buffer.concat(chunks).toString();
    const question = { path: request.url ?? '', headers: request.headers, body: text === '' ? {} : JSON.parse(text) };
    questions.push(question);
    reply(response, question);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    questions,
    answerWith: (next: typeof reply) => {
      reply = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
