import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clobError } from '../refusal.js';
import { address, parsed } from '../requests.js';
import { CONTRACTS } from '../settlement/addresses.js';
import { authorise } from './authorization.js';
import type { Relayer } from './relayer.js';
import { submission } from './requests.js';
import type { Relayed } from './transactions.js';

const of = z.object({ address, type: z.string().optional() });
const byId = z.object({ id: z.string().max(100) });

/**
 * Registers the relayer's API. Source: docs.polymarket.com (relayer API reference), `@polymarket/builder-relayer-client` 0.0.10, and for the
 * paths below `/v1` `@polymarket/client` 0.2.0.
 */
export function relayerRoutes(relayer: Relayer, prefix: string): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    readBodiesAsText(app);
    const authorised = ({ method, url, body, headers }: FastifyRequest) => {
      const text = typeof body === 'string' ? body : '';
      return authorise({ method, path: url.slice(prefix.length).split('?')[0] ?? '', body: text, headers });
    };
    app.post('/submit', async (request) => {
      const by = authorised(request);
      const asked = parsed(submission, jsonOf(request.body));
      if (by !== undefined && by !== asked.from.toLowerCase()) throw clobError(401, 'invalid authorization');
      const { id, state } = await relayer.submit(asked);
      return { transactionID: id, state };
    });
    app.get('/transactions', async (request) => relayer.transactions.latest(authorised(request)).map(shown));
    app.get('/transaction', async ({ query }) => {
      const found = relayer.transactions.find(parsed(byId, query).id);
      return found === undefined ? [] : [shown(found)];
    });
    app.get('/v1/account/transactions/:id', async ({ params }) => {
      const found = relayer.transactions.find(parsed(byId, params).id);
      if (found === undefined) throw clobError(404, 'transaction not found');
      return { transaction_id: found.id, transaction_hash: found.signed?.hash ?? '', state: found.state };
    });
    app.get('/deployed', async ({ query }) => ({ deployed: await relayer.isDeployed(parsed(of, query).address) }));
    app.get('/nonce', async ({ query }) => ({ nonce: await nonceOf(query) }));
    const payload = async ({ query }: FastifyRequest) => ({ address: relayer.address, nonce: await nonceOf(query) });
    app.get('/relay-payload', payload);
    app.get('/v1/account/transactions/params', payload);
    const nonceOf = async (query: unknown) =>
      (await relayer.nonceOf(await relayer.walletOf(parsed(of, query).address))).toString();
  };
}

/** The official client sends JSON that it declares as a form; the text is what was signed. */
function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    throw clobError(400, 'invalid request body');
  }
}

/** Returns a transaction in the relayer's form. */
function shown({ id, owner, wallet, state, request, signed, createdMs, updatedMs }: Relayed): object {
  const isBatch = request.type === 'WALLET';
  return {
    transactionID: id,
    transactionHash: signed?.hash ?? '',
    from: owner,
    to: CONTRACTS.walletFactory.toLowerCase(),
    proxyAddress: wallet,
    data: '',
    nonce: isBatch ? request.nonce : '',
    value: '',
    signature: isBatch ? request.signature : '',
    state,
    type: request.type,
    owner,
    metadata: request.metadata ?? '',
    createdAt: new Date(createdMs).toISOString(),
    updatedAt: new Date(updatedMs).toISOString(),
  };
}
