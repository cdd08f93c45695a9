import type { FastifyInstance } from 'fastify';
import { clobError } from '../refusal.js';

/** What the official clients call on behalf of an account. */
const PATHS = [
  ...['/auth/*', '/v1/heartbeats', '/order', '/orders', '/cancel-all', '/cancel-market-orders', '/data/*'],
  ...['/order-scoring', '/orders-scoring', '/notifications', '/balance-allowance', '/balance-allowance/update'],
  ...['/rewards/user', '/rewards/user/*', '/builder/trades'],
] as const;

/**
 * Refuses all that is done for an account, in words: there are no accounts here. A client is told so with its first key, and need not
 * take an empty answer for one. It is a verdict and no failure: clients try failures of the server again.
 */
export function refuseTrading(app: FastifyInstance): void {
  const refuse = async () => {
    throw clobError(403, "trading is not simulated: this sandbox serves Polymarket's market data alone");
  };
  // Before a body is read: the official client cancels with none, and calls it JSON.
  for (const path of PATHS) app.all(path, { onRequest: refuse }, refuse);
}
