import { z } from 'zod';

/** One call of JSON-RPC. */
export const rpcCall = z.object({
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
export type RpcCall = z.output<typeof rpcCall>;

/** The error of a node. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Codes of JSON-RPC and of EIP-1474. */
export const CODES = {
  server: -32_000,
  limitExceeded: -32_005,
  noSuchMethod: -32_601,
  badParameters: -32_602,
  internal: -32_603,
} as const;

const answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});

const TIMEOUT_MS = 10_000;

/** The embedded chain itself, which reports everything it knows. */
export class Upstream {
  readonly #kept = new Map<string, Promise<unknown>>();

  constructor(private readonly url: string) {}

  /** Like `call`, but cached: for calls that one request to a node repeats. */
  once(method: string, params: readonly unknown[]): Promise<unknown> {
    const key = JSON.stringify([method, params]);
    const answer = this.#kept.get(key) ?? this.call(method, params);
    this.#kept.set(key, answer);
    return answer;
  }

  /** Rejects with the chain's error. */
  async call(method: string, params: readonly unknown[], timeoutMs = TIMEOUT_MS): Promise<unknown> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { result, error } = answer.parse(await response.json());
    if (error !== undefined) throw new RpcError(error.code, error.message, error.data);
    return result;
  }

  /** Returns the number of the newest block. */
  async head(): Promise<bigint> {
    return BigInt(z.string().parse(await this.once('eth_blockNumber', [])));
  }
}

/** Returns a number in JSON-RPC notation. */
export const quantity = (value: bigint) => `0x${value.toString(16)}` as const;
