import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** A request of a user's program. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly apiKey: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request over a kept connection; returns the answer's status and text. */
export async function ask(asked: Asked): Promise<{ readonly status: number; readonly text: string }> {
  const response = await answered(asked, agent);
  const pieces: Buffer[] = [];
  for await (const piece of response as AsyncIterable<Buffer>) pieces.push(piece);
  return { status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() };
}

/** Sends a request over a connection of its own; returns the answer once it begins. */
export function open(asked: Asked): Promise<IncomingMessage> {
  return answered(asked, new Agent());
}

async function answered({ method, url, apiKey, body, headers = {} }: Asked, over: Agent): Promise<IncomingMessage> {
  const content = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = request(url, { method, agent: over, headers: { 'x-api-key': apiKey, ...content, ...headers } });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response === undefined) throw new Error(`${method} ${url}: no answer`);
  return response;
}
