import type { Logger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import type { Allowances } from '../../../simulation/index.js';
import { FAULT_ANSWERS } from '../faults.js';
import { requestWeight } from './weights.js';

const { rateLimited } = FAULT_ANSWERS;

/** Refuses requests as the venue does when their address has spent its allowance. A request's weight counts with any answer. */
export function meetAllowances(app: FastifyInstance, allowances: Allowances, logger: Logger): void {
  app.addHook('preHandler', async (request, reply) => {
    const { url, ip, body } = request;
    if (url !== '/info' && url !== '/exchange') return undefined;
    const weight = requestWeight(url, body);
    if (allowances.spend(ip, weight)) return undefined;
    logger.warn({ ip, url, weight }, REFUSED);
    return reply.code(rateLimited.status).type('application/json').send(rateLimited.body);
  });
}

/** The log message of a request beyond the allowance. */
const REFUSED = 'the sandbox venue refuses a request beyond the allowance of its address';
