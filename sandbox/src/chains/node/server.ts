import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import type { Fault, Faults } from '@platform/venues/simulation';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { NodeBehaviour } from './behaviour.js';
import { HostedNodes } from './node.js';
import { CODES, type RpcCall, RpcError, rpcCall } from './rpc.js';

/** The limits of one request to a hosted endpoint. */
const CALLS_MAX = 100;
const body = z.union([rpcCall, z.array(rpcCall).min(1).max(CALLS_MAX)]);
const CHANGES = new Set(['eth_sendRawTransaction', 'eth_estimateGas']);

interface NodeOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly chain: Network;
  /** JSON-RPC of the embedded chain. */
  readonly upstreamUrl: string;
  readonly behaviour: NodeBehaviour;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A hosted endpoint of an embedded chain. */
export interface RunningNode {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves an embedded chain as a hosting provider does: JSON-RPC over HTTP, single calls and batches. */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  const { host, port, upstreamUrl, behaviour, random, clock, logger } = options;
  const nodes = new HostedNodes(upstreamUrl, behaviour, random, clock, logger);
  const app = Fastify({ forceCloseConnections: true });
  app.post('/', async (request, reply) => {
    const parsed = body.safeParse(request.body);
    if (!parsed.success) return reply.send(refusal(null, new RpcError(CODES.badParameters, 'invalid request')));
    const calls = [parsed.data].flat();
    const fault = options.faults.take(
      options.chain,
      calls.some(({ method }) => CHANGES.has(method)),
      calls.map(({ method }) => method),
    );
    const answers = () => answerAll(nodes, calls, fault, logger);
    const spoken = async () => (Array.isArray(parsed.data) ? await answers() : (await answers())[0]);
    return meetFault(fault, request, reply, spoken);
  });
  const url = await app.listen({ host, port });
  return { url, close: () => app.close() };
}

/** Answers according to a fault of the connection. */
async function meetFault(
  fault: Fault | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<FastifyReply> {
  if (fault === undefined || fault.kind === 'reject' || fault.kind === 'stale') return reply.send(await answer());
  const answered = fault.when === 'after_accept' ? await answer() : undefined;
  switch (fault.kind) {
    case 'timeout':
      return reply.hijack();
    case 'disconnect':
    case 'down':
      request.raw.socket.destroy();
      return reply.hijack();
    case 'rate_limit':
      return reply.code(429).send(refusal(null, new RpcError(CODES.limitExceeded, 'too many requests')));
    case 'malformed':
      return reply.type('application/json').send(JSON.stringify(answered ?? { jsonrpc: '2.0' }).slice(0, -1));
    case 'err_timeout':
    case 'err_rate_limit':
    case 'err_internal':
    case 'err_late':
    case 'server_error':
      throw new Error(`a node of a chain never answers ${fault.kind}: no such fault can be asked for`);
  }
}

function answerAll(nodes: HostedNodes, calls: readonly RpcCall[], fault: Fault | undefined, logger: Logger) {
  const ofCalls = fault?.kind === 'reject' || fault?.kind === 'stale' ? { ...fault, kind: fault.kind } : undefined;
  const chain = nodes.now();
  const answerOne = async (call: RpcCall) => {
    const isMeant = fault?.method === undefined || fault.method === call.method;
    try {
      return { jsonrpc: '2.0', id: call.id, result: await nodes.answer(call, chain, isMeant ? ofCalls : undefined) };
    } catch (error) {
      if (error instanceof RpcError) return refusal(call.id, error);
      logger.debug({ err: error, method: call.method }, 'the embedded chain did not answer');
      return refusal(call.id, new RpcError(CODES.internal, 'internal error'));
    }
  };
  return Promise.all(calls.map(answerOne));
}

function refusal(id: RpcCall['id'], { code, message, data }: RpcError) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}
