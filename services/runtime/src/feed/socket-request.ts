import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { boundedText } from './bounded-text.js';

/**
 * A socket in the file system, with what keeps connections to it, absent: one per request; what makes and keeps connections elsewhere; or a
 * connection for this request alone.
 */
type Where =
  | { readonly socketPath: string; readonly agent?: Agent }
  | { readonly agent: Agent }
  | { readonly connection: Duplex };

/** A request over HTTP to another process of the platform's. */
export type SocketRequest = Where & {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: `/${string}`;
  /** Sent as JSON; absent: no body. */
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
};

/** Sends it and returns the answer, whatever its status. Rejects where there is none in time, or it is too long. */
export async function requestOverSocket(asked: SocketRequest): Promise<{ status: number; text: string }> {
  const { method, path, body, timeoutMs, answerBytesMax } = asked;
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const where =
    'connection' in asked
      ? { createConnection: () => asked.connection }
      : { ...('socketPath' in asked && { socketPath: asked.socketPath }), ...(asked.agent && { agent: asked.agent }) };
  const sent = request({ ...where, method, path, headers, signal });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, 'response', { signal });
  if (response === undefined) throw new Error(`${method} ${path}: no answer`);
  const tooLong = () => new Error(`${method} ${path}: the answer is too long`);
  const text = await boundedText(response, answerBytesMax, tooLong);
  return { status: response.statusCode ?? 0, text };
}
