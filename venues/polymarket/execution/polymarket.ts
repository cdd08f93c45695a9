// Why: docs/decisions/venues/polymarket-executions.md
import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { VenueReadError } from '../../http/index.js';
import type {
  ActionSigner,
  ExecutionVenue,
  Finding,
  IdentifiedAction,
  KnownMarkets,
  RequestedAction,
  SettlementReading,
  SignedAction,
  SubmissionAnswer,
  SubmissionIdentity,
} from '../../native-actions/index.js';
import type { PolymarketRelayer, PolymarketTrading, RequestSigner } from '../client/index.js';
import {
  amountsOf,
  type BatchRequest,
  type Cancellation,
  type CancelRequest,
  canonicalSymbol,
  highestPrice,
  type MarketFacts,
  type OrderPlacement,
  type OrderRequest,
  type PositionChange,
  requestText,
  type Sizing,
  SUBMIT_PATH,
  type TradingAction,
  type TradingRequest,
  unitsOf,
} from '../codec/index.js';
import { readAction } from './actions.js';
import { lookUp, openOrdersOf, readSettlement } from './look-up.js';
import { batchVerdictOf, cancelVerdictOf, orderVerdictOf } from './verdict.js';

const VENUE = 'polymarket';
const headers = z.record(z.string(), z.string());
const body = z.string().optional();
/** The signed request, as the wallet gives it. */
const signedWrite = z.union([
  z.object({ path: z.literal('/order'), method: z.enum(['POST', 'DELETE']), body, headers }),
  z.object({
    path: z.enum(['/orders', '/cancel-all', '/cancel-market-orders']),
    method: z.literal('DELETE'),
    body,
    headers,
  }),
  z.object({ path: z.literal(SUBMIT_PATH), method: z.literal('POST'), body: z.string(), headers }),
]);

/** Polymarket: the wallet service signs; this class sends once and looks up. */
export class PolymarketVenue implements ExecutionVenue {
  constructor(
    private readonly client: PolymarketTrading,
    private readonly relayer: PolymarketRelayer,
    private readonly signer: ActionSigner,
  ) {}

  /** A token's symbol is its number; a mandate depends on nothing that the venue would have to say. */
  async readMarkets(names: readonly string[]): Promise<KnownMarkets> {
    const facts = { midPrice: undefined, leverage: undefined };
    return new Map(names.map((name) => [name, { symbol: canonicalSymbol(name), ...facts }]));
  }

  async sign(action: RequestedAction): Promise<SignedAction> {
    const { action: parsed, salt } = readAction(action.actionJson);
    const request = await this.#requestOf(parsed, salt, action).catch((cause: unknown) => {
      // What is signed depends on what the venue says, and it says nothing.
      throw cause instanceof VenueReadError ? new PlatformError('execution_provider_unavailable', { cause }) : cause;
    });
    const signed = await this.signer.sign(VENUE, { ...action, actionJson: requestText(request) });
    const { nonce, actionHash, signatureJson } = signed;
    const write = signedWrite.parse(JSON.parse(signatureJson));
    return { identity: { nonce, actionHash }, send: () => this.#send(write, actionHash) };
  }

  async lookUp(action: IdentifiedAction, identity: SubmissionIdentity): Promise<Finding> {
    const { action: parsed } = readAction(action.actionJson);
    if (parsed.kind === 'placement' || parsed.kind === 'cancellation')
      return lookUp({ client: this.client, sign: this.#readsFor(action) }, parsed, identity);
    const request = await this.#batchRequest(parsed);
    return this.signer.lookUp(VENUE, { ...action, actionJson: requestText(request) }, identity);
  }

  /** A batch is looked up until its block is final, and a cancel trades nothing. */
  async settlement(action: IdentifiedAction, identity: SubmissionIdentity): Promise<SettlementReading> {
    const { action: parsed } = readAction(action.actionJson);
    if (parsed.kind !== 'placement') return { state: undefined, isFinal: true };
    return readSettlement({ client: this.client, sign: this.#readsFor(action) }, parsed, identity);
  }

  checkReachable(): Promise<void> {
    return this.client.checkReachable();
  }

  async #requestOf(parsed: TradingAction, salt: number, action: IdentifiedAction): Promise<TradingRequest> {
    switch (parsed.kind) {
      case 'placement':
        return this.#orderRequest(parsed, salt);
      case 'cancellation':
        return this.#cancelRequest(parsed.of, action);
      default:
        return this.#batchRequest(parsed);
    }
  }

  async #send(write: z.output<typeof signedWrite>, actionHash: string): Promise<SubmissionAnswer> {
    const { headers: signature, method, body: text } = write;
    if (write.path === SUBMIT_PATH) return batchVerdictOf(await this.relayer.submit(write.body, signature));
    const { path } = write;
    const clobWrite =
      path === '/order' ? { path, method, body: text } : { path, method: 'DELETE' as const, body: text };
    const sent = await this.client.send(clobWrite, signature);
    return method === 'POST' ? orderVerdictOf(sent, actionHash) : cancelVerdictOf(sent);
  }

  async #batchRequest(change: PositionChange): Promise<BatchRequest> {
    const market = await this.client.market(change.conditionId);
    if (market === undefined) throw invalid('conditionId', 'is not a market at the venue');
    const [first, second, ...others] = market.tokens;
    if (first === undefined || second === undefined || others.length > 0)
      throw invalid('conditionId', 'is of a market that has not two outcomes');
    return { kind: 'batch', change, isNegRisk: market.isNegRisk, tokens: [first.tokenId, second.tokenId] };
  }

  async #orderRequest({ asset, side, sizing, terms }: OrderPlacement, salt: number): Promise<OrderRequest> {
    const market = await this.client.marketOf(asset.id);
    if (market === undefined) throw invalid('tokenID', 'is not a token of a market at the venue');
    const amounts = amountsOf(pricedIn(market, sizing), side, market.tickSize);
    if (amounts.makerAmount === 0n || amounts.takerAmount === 0n) throw invalid('size', 'is too small');
    const version = asset.isPosition ? 3 : await this.client.orderVersion();
    return { kind: 'order', version, isNegRisk: market.isNegRisk, salt, tokenId: asset.id, side, ...amounts, terms };
  }

  /** Returns the signer of an account's reads: the secret of their headers stays with the wallets. */
  #readsFor({ executionId, accountId, accountAddress }: IdentifiedAction): RequestSigner {
    return ({ path }) => this.signer.readHeaders(VENUE, { executionId, accountId, accountAddress, path });
  }

  async #cancelRequest(of: Cancellation['of'], action: IdentifiedAction): Promise<CancelRequest> {
    const kind = 'cancel';
    switch (of.kind) {
      case 'all':
        return { kind, path: '/cancel-all' };
      case 'market': {
        const { conditionId: market, tokenId } = of;
        const asked = { ...(market && { market }), ...(tokenId !== undefined && { asset_id: String(tokenId) }) };
        return { kind, path: '/cancel-market-orders', body: JSON.stringify(asked) };
      }
      case 'named':
        return cancelOf(of.orderIds);
      case 'alike': {
        const parts = { client: this.client, sign: this.#readsFor(action) };
        const open = await openOrdersOf(parts, of);
        if (open.length === 0) throw invalid('tokenID', 'has no open order with this side, size and price');
        return cancelOf(open.map(({ id }) => id));
      }
    }
  }
}

function cancelOf(ids: readonly string[]): CancelRequest {
  const [orderID, ...others] = ids;
  return others.length === 0
    ? { kind: 'cancel', path: '/order', body: JSON.stringify({ orderID }) }
    : { kind: 'cancel', path: '/orders', body: JSON.stringify(ids) };
}

/**
 * Returns a size with a price that its market takes. A limit stands on the market's ticks: rounded, it would trade at a price that nobody
 * wrote. The highest price stands for any price of a market order.
 */
function pricedIn({ tickSize }: MarketFacts, sizing: Sizing): Sizing {
  if (sizing.kind === 'exact') return sizing;
  const [lowest, highest] = [unitsOf(tickSize), highestPrice(tickSize)];
  const price = sizing.kind === 'market' && sizing.price > highest ? highest : sizing.price;
  if (price < lowest || price > highest) throw invalid('price', `must be at least ${tickSize} and as far below one`);
  if (sizing.kind === 'limit' && price % lowest !== 0n) throw invalid('price', `must be a multiple of ${tickSize}`);
  return { ...sizing, price };
}

function invalid(field: string, message: string): PlatformError {
  return new PlatformError('native_action_invalid', { details: [{ path: `action.${field}`, message }] });
}
