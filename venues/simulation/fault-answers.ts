import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, Faults, UnsaidKind } from './faults.js';
import { withOddRows } from './odd-rows.js';

/** A venue's answers, in its own words, to calls with a fault. */
export interface FaultAnswers {
  readonly rateLimited: { readonly status: number; readonly body: string };
  readonly rejected: { readonly status: number; readonly body: string };
  /** Answers that leave the outcome of the call open. */
  readonly unsaid: Readonly<Record<UnsaidKind, { readonly status: number; readonly body: string }>>;
}

/** A server that is broken, or one before it: it names no venue. */
const OK = 200;
const SERVER_ERROR = { status: 502, body: 'Bad Gateway' };
/** Never settles: the client waits until its time-out or until the server closes. */
const NEVER = new Promise<never>(() => undefined);

/** How a venue's HTTP server meets its faults. */
export interface FaultOptions {
  readonly faults: Faults;
  readonly venue: string;
  /** Returns whether a call changes something. */
  readonly changes: (request: FastifyRequest) => boolean;
  readonly answers: FaultAnswers | ((request: FastifyRequest) => FaultAnswers);
  /** Returns the fault of a call that has no other, by its body. */
  readonly byBody?: (request: FastifyRequest) => Fault | undefined;
  /** Executes a call after a while, whatever becomes of it; a venue without calls that change something needs none. */
  readonly executeLater?: (request: FastifyRequest, delayMs: number) => void;
}

/** Applies a venue's faults to the requests of its HTTP server. */
export function meetFaults(app: FastifyInstance, options: FaultOptions): void {
  const { faults, venue, changes, answers, byBody, executeLater } = options;
  const answersTo = (request: FastifyRequest) => (typeof answers === 'function' ? answers(request) : answers);
  const later = new WeakMap<FastifyRequest, Fault>();
  const late = new WeakMap<FastifyRequest, Fault>();
  app.addHook('onRequest', async (request, reply) => {
    const fault = faults.take(venue, changes(request), [], request.ip);
    if (fault?.kind === 'err_late') late.set(request, fault);
    else if (fault?.when === 'after_accept') later.set(request, fault);
    else if (fault !== undefined) return answerWrongly(fault, request, reply, answersTo(request));
    return undefined;
  });
  // Here the body is known.
  app.addHook('preHandler', async (request, reply) => {
    const fault = late.get(request) ?? (later.has(request) ? undefined : byBody?.(request));
    if (fault?.kind === 'err_late') executeLater?.(request, fault.delayMs ?? 0);
    else if (fault?.when === 'after_accept') later.set(request, fault);
    if (fault === undefined || later.has(request)) return undefined;
    return answerWrongly(fault, request, reply, answersTo(request));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = later.get(request);
    const oddRows = changes(request) ? [] : faults.oddRows(venue);
    const isAnswer = reply.statusCode === OK && typeof payload === 'string' && isJson(reply);
    if (fault === undefined && isAnswer) return withOddRows(payload, oddRows);
    return fault === undefined ? payload : await spoil(fault, request, reply, payload, answersTo(request));
  });
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('application/json');
}

/** Answers in place of the venue, which never receives the request. */
async function answerWrongly(
  { kind }: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  { rateLimited, rejected, unsaid }: FaultAnswers,
): Promise<FastifyReply> {
  switch (kind) {
    case 'timeout':
      return reply.hijack();
    case 'disconnect':
    case 'down':
      request.raw.socket.destroy();
      return reply.hijack();
    case 'rate_limit':
      return reply.code(rateLimited.status).type('application/json').send(rateLimited.body);
    case 'reject':
      return reply.code(rejected.status).type('application/json').send(rejected.body);
    case 'err_timeout':
    case 'err_rate_limit':
    case 'err_internal':
      return reply.code(unsaid[kind].status).type('application/json').send(unsaid[kind].body);
    case 'err_late':
      return reply.code(unsaid.err_internal.status).type('application/json').send(unsaid.err_internal.body);
    case 'server_error':
      return reply.code(SERVER_ERROR.status).type('text/plain').send(SERVER_ERROR.body);
    case 'malformed':
      return reply.type('application/json').send(halfOf(rejected.body));
    case 'stale':
      throw new Error('a venue has no node that lags');
  }
}

/** Replaces the venue's answer to an executed call. */
function spoil(
  { kind }: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  { rateLimited, rejected, unsaid }: FaultAnswers,
): unknown {
  switch (kind) {
    case 'timeout':
      return NEVER;
    case 'disconnect':
    case 'down':
      request.raw.socket.destroy();
      return NEVER;
    case 'rate_limit':
      reply.code(rateLimited.status);
      return rateLimited.body;
    case 'reject':
      reply.code(rejected.status);
      return rejected.body;
    case 'err_timeout':
    case 'err_rate_limit':
    case 'err_internal':
      reply.code(unsaid[kind].status);
      return unsaid[kind].body;
    case 'server_error':
      reply.code(SERVER_ERROR.status).type('text/plain');
      return SERVER_ERROR.body;
    case 'err_late':
      throw new Error('a call that is executed later is answered before');
    case 'malformed':
      return halfOf(String(payload));
    case 'stale':
      throw new Error('a venue has no node that lags');
  }
}

function halfOf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}
