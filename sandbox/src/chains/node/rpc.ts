import { z } from 'zod';

/** One call of JSON-RPC. */
export const rpcCall = z.object({
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
export type RpcCall = z.output<typeof rpcCall>;

/** What a node says when it doesn't do what it was asked. */
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

/** The embedded chain itself, which tells all it knows. */
export class Upstream {
  constructor(private readonly url: string) {}

  /** Rejects with what the chain answered. */
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

  /** The number of the newest block. */
  async head(): Promise<bigint> {
    return BigInt(z.string().parse(await this.call('eth_blockNumber', [])));
  }
}

/** A number as JSON-RPC writes it. */
export const quantity = (value: bigint) => `0x${value.toString(16)}` as const;
