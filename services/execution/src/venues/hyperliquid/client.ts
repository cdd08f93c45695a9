import { Pool } from 'undici';
import { z } from 'zod';
import type { SubmissionAnswer } from '../venue.js';
import { parseLosslessly } from './json.js';

const CONNECT_TIMEOUT_MS = 3_000;
const CHECK_TIMEOUT_MS = 2_000;
const CONNECTIONS_MAX = 32;
const ANSWER_BYTES_MAX = 1024 * 1024;

/** Failures that come before a connection stands: nothing was sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const exchangeAnswer = z.union([
  z.looseObject({ status: z.literal('ok'), response: z.looseObject({ type: z.string() }) }),
  z.looseObject({ status: z.literal('err'), response: z.string() }),
]);
const withStatuses = z.looseObject({ data: z.looseObject({ statuses: z.array(z.unknown()).min(1) }) });
const failure = z.object({ code: z.string() });
const failedStatus = z.looseObject({ error: z.unknown() });

/** A request of `POST /exchange`. */
export interface ExchangeRequest {
  readonly action: unknown;
  readonly nonce: number;
  readonly signature: { readonly r: string; readonly s: string; readonly v: number };
  readonly expiresAfter: number;
}

/** Talks to the venue's HTTP interface; nothing is ever sent twice. */
export class HyperliquidClient {
  readonly #pool: Pool;
  readonly #prefix: string;

  constructor(
    url: string,
    private readonly timeoutMs: number,
  ) {
    const { origin, pathname } = new URL(url);
    this.#prefix = pathname.replace(/\/$/, '');
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS_MAX,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      maxResponseSize: ANSWER_BYTES_MAX,
    });
  }

  /** Sends a signed action. Whatever isn't clearly the venue's verdict is `unknown`; never rejects. */
  async exchange(request: ExchangeRequest): Promise<SubmissionAnswer> {
    try {
      const { status, text } = await this.#post('/exchange', request);
      return status === 200 ? interpret(text) : unknown(`status ${status}`);
    } catch (error) {
      const code = codeOf(error);
      return NEVER_CONNECTED.has(code) ? { kind: 'unsent', reason: code } : unknown(code);
    }
  }

  /** Reads `POST /info`. Rejects when there is no answer or it isn't what the venue documents. */
  async info<Answer>(request: object, answer: z.ZodType<Answer>): Promise<Answer> {
    const { status, text } = await this.#post('/info', request);
    if (status !== 200) throw new Error(`hyperliquid answered a look-up with status ${status}`);
    return answer.parse(parseLosslessly(text));
  }

  /** Rejects unless the venue's server answers: any answer but a failure of its own. Asks for no data, which has a weight. */
  async checkReachable(): Promise<void> {
    const { statusCode, body } = await this.#pool.request({
      method: 'GET',
      path: `${this.#prefix}/`,
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    await body.dump();
    if (statusCode >= 500) throw new Error(`hyperliquid answered with status ${statusCode}`);
  }

  /** Disconnects. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #post(path: string, body: object): Promise<{ status: number; text: string }> {
    const response = await this.#pool.request({
      method: 'POST',
      path: `${this.#prefix}${path}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    return { status: response.statusCode, text: await response.body.text() };
  }
}

/** The venue's verdict: an action whose every part failed is refused, one of which something was done is accepted. */
function interpret(text: string): SubmissionAnswer {
  let body: unknown;
  try {
    body = parseLosslessly(text);
  } catch {
    return unknown('answer is not JSON');
  }
  const parsed = exchangeAnswer.safeParse(body);
  if (!parsed.success) return unknown('answer is malformed');
  const answer = parsed.data;
  if (answer.status === 'err') {
    // The nonce is this action's alone: whoever used it was this action.
    if (/duplicate nonce/i.test(String(answer.response))) return unknown('nonce was used before');
    return { kind: 'refused', answer };
  }
  const statuses = withStatuses.safeParse(answer.response);
  const hasFailed =
    statuses.success && statuses.data.data.statuses.every((each) => failedStatus.safeParse(each).success);
  return { kind: hasFailed ? 'refused' : 'accepted', answer };
}

function unknown(reason: string): SubmissionAnswer {
  return { kind: 'unknown', reason };
}

function codeOf(error: unknown): string {
  return failure.safeParse(error).data?.code ?? String(error);
}
