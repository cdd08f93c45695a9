import type { FastifyInstance } from 'fastify';
import { clobError } from '../refusal.js';

/** The paths that the official clients call on behalf of an account. */
const PATHS = [
  ...['/auth/*', '/v1/heartbeats', '/order', '/orders', '/cancel-all', '/cancel-market-orders', '/data/*'],
  ...['/order-scoring', '/orders-scoring', '/notifications', '/balance-allowance', '/balance-allowance/update'],
  ...['/rewards/user', '/rewards/user/*', '/builder/trades'],
] as const;

/**
 * Refuses all requests for an account, with a message: there are no accounts here. A client learns so with its first key request, instead
 * of from an empty answer. It is a verdict and not a failure, since clients retry failures of the server.
 */
export function refuseTrading(app: FastifyInstance): void {
  const refuse = async () => {
    throw clobError(403, "trading is not simulated: this sandbox serves Polymarket's market data alone");
  };
  // Before a body is read: the official client cancels with an empty body declared as JSON.
  for (const path of PATHS) app.all(path, { onRequest: refuse }, refuse);
}
