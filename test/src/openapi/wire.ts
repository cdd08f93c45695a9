import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { Operation } from './document.js';

/** An answer in the document's terms. */
export interface WireAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** A request as it goes over the wire: a header given as a list is sent as often. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

/**
 * A server that closes the connection after a refusal, with a part of the request unread, may break the connection before the client has
 * read the answer.
 */
const ATTEMPTS_MAX = 5;

/** Sends a request exactly as written, without a client's changes. */
export async function sendOnWire(baseUrl: string, wanted: WireRequest): Promise<WireAnswer> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await attemptToSend(baseUrl, wanted);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw new Error(`${wanted.method} ${wanted.target}`, { cause: error });
    }
}

async function attemptToSend(baseUrl: string, { method, target, headers, body }: WireRequest): Promise<WireAnswer> {
  const { hostname, port } = new URL(baseUrl);
  // Set for every method: Node itself sets it only for those that usually have a body.
  const length =
    body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) };
  // Kept alive, then closed by the client: a server that has to close it may do so before its whole answer has been read.
  const kept = { ...length, connection: 'keep-alive', ...headers };
  const sent = request({ hostname, port, method, path: target, headers: kept, agent: false });
  const answered = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject));
  sent.end(body);
  const response = await answered;
  const text = Buffer.concat(await response.toArray()).toString();
  sent.destroy();
  const [mediaType = ''] = (response.headers['content-type'] ?? '').split(';');
  return {
    status: response.statusCode ?? 0,
    mediaType,
    headers: response.headers,
    body: mediaType === 'application/json' ? JSON.parse(text) : text,
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DEEP = 100_000;
const BODY_BYTES_MAX = 1024 * 1024;

/** Requests to an operation that a value generator does not produce. */
export function unusualRequests(operation: Operation): readonly (readonly [what: string, request: WireRequest])[] {
  const { method, path, query, body } = operation;
  const usual = target(path, query);
  const headers = { ...operation.headers, 'idempotency-key': randomUUID() };
  const written = body === undefined ? undefined : JSON.stringify(body);
  const withBody = (text: string | Buffer, more: Record<string, string | string[]> = JSON_TYPE): WireRequest => ({
    ...{ method, target: usual, body: text },
    headers: { ...headers, ...more },
  });
  const deep = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
  const fields = Object.keys(Object(body));
  return [
    ['invalid JSON', withBody('{"a":')],
    ['no object', withBody('[]')],
    ['null', withBody('null')],
    ['bytes that are no text', withBody(Buffer.from([0xff, 0xfe, 0x00]))],
    ['a prototype', withBody('{"__proto__":{"a":1},"constructor":{"prototype":{}}}')],
    ...(method === 'GET' ? [] : oversized(withBody)),
    ['a body nested deeply', withBody(deep)],
    ...fields.map((name) => [`${name} nested deeply`, withBody(nest(Object(body), name, deep))] as const),
    ...fields.map((name) => [`${name} twice`, withBody(`{${JSON.stringify(name)}:1,${written?.slice(1)}`)] as const),
    ...fields.map((name) => [`${name} beyond numbers`, withBody(nest(Object(body), name, '1e999'))] as const),
    ['another media type', withBody('a=1', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['a media type that is none', withBody(written ?? '{}', { 'content-type': ';;' })],
    ['another encoding', withBody(written ?? '{}', { ...JSON_TYPE, 'content-encoding': 'gzip' })],
    ['keys twice', withBody(written ?? '{}', { ...JSON_TYPE, 'idempotency-key': ['a', 'b'] })],
    ['headers that are too long', withBody(written ?? '{}', { ...JSON_TYPE, 'x-long': 'x'.repeat(20_000) })],
    ...query.map(([name, value]) => {
      const twice = target(path, [...query, [name, value]]);
      return [`${name} twice in the query`, { method, target: twice, headers }] as const;
    }),
    ['a query without names', { method, target: `${usual.split('?', 1)[0]}?&&=&=1&%`, headers }],
  ];
}

/** Just over the limit, or announced and not sent: an unread rest of the body would break the connection. */
function oversized(withBody: (text: string, more: Record<string, string>) => WireRequest) {
  const chunked = { ...JSON_TYPE, 'transfer-encoding': 'chunked' };
  return [
    ['a body over a mebibyte', withBody('{', { ...JSON_TYPE, 'content-length': String(BODY_BYTES_MAX + 1) })],
    ['the same in chunks', withBody(JSON.stringify({ code: 'x'.repeat(BODY_BYTES_MAX) }), chunked)],
  ] as const;
}

function target(path: string, query: Operation['query']): string {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Returns the body with a value as raw text, which no object could hold. */
function nest(body: object, name: string, value: string): string {
  const rest = Object.entries(body).filter(([other]) => other !== name);
  return JSON.stringify(Object.fromEntries([...rest, [name, '@']])).replace('"@"', `{"a":${value}}`);
}
