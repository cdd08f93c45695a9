import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { requireDocumented } from './documented.js';
import type { Platform } from './platform.js';

const BACKTEST_POLL_INTERVAL_MS = 250;

/** An answer over HTTP, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON parsed, anything else as text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  readonly body: any;
}

/** Sends one request to the REST facade; a text body is sent as it is. Throws for a refusal that the route doesn't document. */
export async function send(
  baseUrl: string,
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
  const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers };
  const response = await fetch(new URL(path, baseUrl), { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const shown = isJson && text !== '' ? JSON.parse(text) : text || undefined;
  // A record has its own `error` field.
  if (!response.ok) requireDocumented(method, path, shown?.error?.code);
  return { status: response.status, headers: response.headers, body: shown };
}

/** A registered account with its credentials. */
export class Caller {
  constructor(
    readonly baseUrl: string,
    readonly graphqlUrl: string,
    readonly email: string,
    readonly apiKey: string,
    readonly sessionToken: string,
    readonly accountId: string,
  ) {}

  /** Registers an address through REST and the sandbox mailbox. */
  static async register(platform: Platform, email: string): Promise<Caller> {
    const { base_url: baseUrl, graphql_url: graphqlUrl, mailbox_dir: mailbox } = await platform.descriptor();
    const sent = await send(baseUrl, 'POST', '/account/register', { body: { email } });
    if (sent.status !== 200) throw new Error(`register: ${JSON.stringify(sent.body)}`);
    const verified = await send(baseUrl, 'POST', '/account/verify', {
      body: { email, otp: await readCode(mailbox, email) },
    });
    if (verified.status !== 200) throw new Error(`verify: ${JSON.stringify(verified.body)}`);
    return new Caller(baseUrl, graphqlUrl, email, verified.body.api_key, verified.body.token, verified.body.user.id);
  }

  /** A REST request with the API key. */
  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return send(this.baseUrl, method, path, {
      headers: { 'x-api-key': this.apiKey, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** A REST request with the session token. */
  sendAsSession(method: string, path: string, body?: unknown): Promise<Answer> {
    return send(this.baseUrl, method, path, {
      headers: { authorization: `Bearer ${this.sessionToken}` },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** A GraphQL operation with the API key. */
  query(query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
    return send(this.graphqlUrl, 'POST', '', { headers: { 'x-api-key': this.apiKey }, body: { query, variables } });
  }

  /** Polls a backtest until it has ended. */
  async untilEnded(id: string, timeoutMs = 120_000): Promise<Answer['body']> {
    const startedAtMs = performance.now();
    for (;;) {
      const { body } = await this.send('GET', `/runtime/backtests/${id}`);
      if (body?.status === 'finished' || body?.status === 'error') return body;
      if (performance.now() - startedAtMs > timeoutMs)
        throw new Error(`backtest ${id} did not end: ${JSON.stringify(body)}`);
      await wait(BACKTEST_POLL_INTERVAL_MS);
    }
  }
}

/** The code in the newest message to an address. */
export async function readCode(mailbox: string, email: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const newest = (await readdir(mailbox))
      .filter((name) => name.endsWith(`-${email}.eml`))
      .sort()
      .at(-1);
    const code =
      newest === undefined ? undefined : /(?<!\S)\d{6}(?!\S)/.exec(await readFile(join(mailbox, newest), 'utf8'))?.[0];
    if (code !== undefined) return code;
    await wait(50);
  }
  throw new Error(`no message for ${email}`);
}
