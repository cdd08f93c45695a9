import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';

/** A request over HTTP to a socket in the file system. */
export interface SocketRequest {
  readonly socketPath: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: `/${string}`;
  /** Sent as JSON; absent: no body. */
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
  /** Keeps connections; absent: one per request. */
  readonly agent?: Agent;
}

/** Sends it and returns the answer, whatever its status. Rejects where there is none in time, or it is too long. */
export async function requestOverSocket(asked: SocketRequest): Promise<{ status: number; text: string }> {
  const { socketPath, method, path, body, timeoutMs, answerBytesMax, agent } = asked;
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = request({ socketPath, method, path, headers, signal, ...(agent && { agent }) });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, 'response', { signal });
  if (response === undefined) throw new Error(`${method} ${path}: no answer`);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > answerBytesMax) throw new Error(`${method} ${path}: the answer is too long`);
    pieces.push(piece);
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() };
}
