// Why: docs/decisions/venues/polymarket-trading.md
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clobError, Refusal } from '../refusal.js';
import { credentialsOf } from '../trading/auth/credentials.js';
import { createKey } from '../trading/auth/keys.js';
import { l1Caller } from '../trading/auth/l1.js';
import { type Caller, l2Caller } from '../trading/auth/l2.js';
import { takeHeartbeat } from '../trading/heartbeats.js';
import { cancelIds, cancelMatching, parseCancel, parseCancels } from '../trading/orders/canceling.js';
import { placeOrder } from '../trading/orders/placing.js';
import { ORDERS_MAX, parseList } from '../trading/orders/wire.js';
import { readBalance, readOrder, readOrders, readTrades } from '../trading/reads.js';
import type { Venue } from '../venue.js';

/** The paths that the official clients call on behalf of an account, and that the sandbox does not serve. */
const REFUSED = [
  ...['/auth/readonly-api-key', '/auth/readonly-api-keys', '/auth/builder-api-key'],
  ...['/data/pre-migration-orders', '/rewards/user', '/rewards/user/*', '/builder/trades'],
] as const;
/** The paths whose calls change something, by method. */
const CHANGES = /^(POST|DELETE) \/clob\/(order|orders|cancel-all|cancel-market-orders|auth\/api-key)$/;

/** The bodies of requests as they were sent: their senders signed them so. */
const rawBodies = new WeakMap<FastifyRequest, string>();

/** Returns the body of a request of the CLOB as it was sent; undefined where it has none. */
export function rawBody(request: FastifyRequest): string | undefined {
  return rawBodies.get(request);
}

/** Returns whether a request changes orders or keys. */
export function changesAccount({ method, url }: FastifyRequest): boolean {
  return CHANGES.test(`${method} ${url.split('?')[0] ?? ''}`);
}

/** An answer, with headers. */
interface Answer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}
type Work = (caller: Caller, request: FastifyRequest) => unknown;

/** Registers what is done for an account; `onChange` is called after each change of orders. */
export function tradingRoutes(app: FastifyInstance, venue: Venue, onChange: () => void): void {
  // The official client declares an empty body as JSON.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    rawBodies.set(request, String(text));
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch {
      done(clobError(400, 'Invalid payload'));
    }
  });
  const refuse = async () => {
    throw clobError(403, 'the sandbox does not simulate this: see docs/sandbox.md');
  };
  for (const path of REFUSED) app.all(path, { onRequest: refuse }, refuse);
  keyRoutes(app, venue);
  orderRoutes(app, venue, onChange);
  readRoutes(app, venue);
}

/** Registers a path of callers with a key. */
function serve(app: FastifyInstance, venue: Venue, method: 'GET' | 'POST' | 'DELETE', path: string, work: Work): void {
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const answered = await work(callerOf(app, request, venue), request);
      return send(reply, answered);
    },
  });
}

function callerOf({ prefix }: FastifyInstance, request: FastifyRequest, { store, secret, clock }: Venue): Caller {
  const path = request.url.split('?')[0]?.slice(prefix.length) ?? '';
  const { headers, method } = request;
  return l2Caller({ headers, method, path, body: rawBody(request) ?? '' }, store, secret, clock.nowMs());
}

/** Sends an answer as JSON: texts and `null` too. */
function send(reply: FastifyReply, answered: unknown): FastifyReply {
  return reply.type('application/json').send(JSON.stringify(answered));
}

function keyRoutes(app: FastifyInstance, venue: Venue): void {
  const { store, secret, settlement, clock } = venue;
  const caller = ({ headers }: FastifyRequest) => l1Caller(headers, settlement, clock.nowMs());
  app.post('/auth/api-key', async (request) => {
    const { address, nonce } = await caller(request);
    const credentials = createKey(store, secret, address, nonce);
    if (credentials === undefined) throw clobError(400, 'Could not create api key');
    return credentials;
  });
  app.get('/auth/derive-api-key', async (request) => {
    const { address, nonce } = await caller(request);
    const key = store.apiKey(address, nonce);
    if (key === undefined) throw clobError(400, 'Could not derive api key!');
    return credentialsOf(key, secret);
  });
  serve(app, venue, 'GET', '/auth/api-keys', ({ account }) => ({ apiKeys: store.keyIdsOf(account) }));
  serve(app, venue, 'DELETE', '/auth/api-key', ({ apiKey }) => {
    store.deleteKey(apiKey);
    return 'OK';
  });
  serve(app, venue, 'GET', '/auth/ban-status/closed-only', () => ({ closed_only: false }));
}

function orderRoutes(app: FastifyInstance, venue: Venue, onChange: () => void): void {
  const { engine, buckets, queue } = venue;
  /** Registers a path that changes orders: one after the other, and none while the engine restarts. */
  const change = (
    method: 'POST' | 'DELETE',
    path: string,
    work: (caller: Caller, body: unknown) => Answer | Promise<Answer>,
  ) =>
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const caller = callerOf(app, request, venue);
        engine.refuseRestarting();
        const { body, headers } = await queue.run(async () => work(caller, request.body));
        onChange();
        return send(reply.headers(headers), body);
      },
    });
  change('POST', '/order', async (caller, body) => {
    const headers = buckets.spend('order', caller.account, 1);
    return { body: await placeOrder(body, caller, venue), headers };
  });
  change('POST', '/orders', async (caller, body) => {
    const tooMany = (given: number) => `Too many orders in payload: ${given}, max allowed: ${ORDERS_MAX}`;
    const orders = parseList(body, ORDERS_MAX, tooMany);
    const headers = buckets.spend('order', caller.account, orders.length);
    const answers = [];
    for (const order of orders) answers.push(await placeOrder(order, caller, venue).catch(refusedOrder));
    return { body: answers, headers };
  });
  change('DELETE', '/order', (caller, body) => {
    const ids = parseCancel(body);
    const headers = buckets.spend('cancel', caller.account, 1);
    return { body: cancelIds(ids, caller, venue), headers };
  });
  change('DELETE', '/orders', (caller, body) => {
    const ids = parseCancels(body);
    const headers = buckets.spend('cancel', caller.account, ids.length);
    return { body: cancelIds(ids, caller, venue), headers };
  });
  for (const path of ['/cancel-all', '/cancel-market-orders'])
    change('DELETE', path, (caller, body) => {
      buckets.spend('cancel', caller.account, 1);
      const canceled = cancelMatching(path === '/cancel-all' ? undefined : body, caller, venue);
      return { body: canceled, headers: buckets.charge('cancel', caller.account, canceled.canceled.length) };
    });
  serve(app, venue, 'POST', '/v1/heartbeats', (caller, { body }) => takeHeartbeat(body, caller, venue));
}

/** Returns the answer to an order of several that was refused. */
function refusedOrder(error: unknown): object {
  if (!(error instanceof Refusal)) throw error;
  const errorMsg = 'error' in error.body ? error.body.error : '';
  return { errorMsg, orderID: '', takingAmount: '', makingAmount: '', status: '', success: true };
}

const scoringQuery = z.object({ order_id: z.string() });
const scoringBody = z.array(z.string()).max(100);
const idsQuery = z.object({ ids: z.string().default('') });

function readRoutes(app: FastifyInstance, venue: Venue): void {
  const { store, engine } = venue;
  const get = (path: string, work: Work) => serve(app, venue, 'GET', path, work);
  get('/data/order/:id', (caller, { params }) => {
    engine.refuseRestarting();
    return readOrder(z.object({ id: z.string() }).parse(params).id, caller, venue);
  });
  get('/data/orders', (caller, { query }) => {
    engine.refuseRestarting();
    return readOrders(query, caller, venue);
  });
  get('/data/trades', (caller, { query }) => readTrades(query, caller, venue));
  get('/balance-allowance', (caller, { query }) => readBalance(query, caller, venue));
  get('/balance-allowance/update', async (caller, { query }) => {
    await readBalance(query, caller, venue);
    return '';
  });
  get('/notifications', ({ account }) =>
    store
      .notificationsOf(account)
      .map(({ id, document }) => ({ id: Number(id), ...(JSON.parse(String(document)) as object) })),
  );
  serve(app, venue, 'DELETE', '/notifications', ({ account }, { query }) => {
    for (const id of idsQuery.parse(query).ids.split(','))
      if (/^\d{1,15}$/.test(id)) store.dropNotification(account, Number(id));
    return 'OK';
  });
  // No market has rewards here, so no order earns any.
  get('/order-scoring', (_caller, { query }) => {
    if (!scoringQuery.safeParse(query).success) throw clobError(400, 'Invalid order_id');
    return { scoring: false };
  });
  serve(app, venue, 'POST', '/orders-scoring', (_caller, { body }) => {
    const ids = scoringBody.safeParse(body);
    if (!ids.success) throw clobError(400, 'Invalid payload');
    return Object.fromEntries(ids.data.map((id) => [id, false]));
  });
}
