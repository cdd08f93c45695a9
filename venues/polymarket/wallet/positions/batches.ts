// Why: docs/decisions/venues/polymarket-executions.md
import { PlatformError } from '@platform/errors';
import { type Address, formatUnits, type LocalAccount } from 'viem';
import type { ActionFinding, ActionRequest, SentAction, SignedAction } from '../../../trading-accounts/index.js';
import {
  type BatchRequest,
  batchBody,
  batchHash,
  batchTypedData,
  changeCall,
  depositWalletOf,
  outcomeOf,
  payoutOf,
  SUBMIT_PATH,
  type WalletBatch,
} from '../../codec/index.js';
import type { BuilderSignature } from '../builder.js';
import type { DepositWallets } from '../deposit-wallets.js';
import { unavailable } from '../upstream.js';
import type { BatchState, Positions } from './positions.js';

const DECIMALS = 6;
/** How long after the end of its request a batch can be carried out: the relayer takes it within seconds, and the chain in minutes. */
const CARRIED_WITHIN_S = 160n;

/** What batches of positions are signed and looked up with. */
export interface BatchParts {
  readonly wallets: DepositWallets;
  readonly positions: Positions;
  /** Undefined where there is no builder: nothing is sent then. */
  readonly builder: BuilderSignature | undefined;
}

/** What a batch is signed with besides its request: numbers are texts in the audit record. */
export interface BatchTerms {
  readonly nonce: string;
  readonly deadlineS: string;
}

/** Redeems, splits and merges of deposit wallets: calls of the venue's own adapters, and no other. */
export class PositionBatches {
  constructor(private readonly parts: BatchParts) {}

  /**
   * Returns the number and the end of a wallet's batch. Throws `native_action_invalid` where the wallet can't make it now: nothing to redeem,
   * or too little to split or merge.
   */
  async termsOf(
    owner: Address,
    request: BatchRequest,
    expiresAfterMs: ActionRequest['expiresAfterMs'],
  ): Promise<BatchTerms> {
    if (this.parts.builder === undefined) throw unavailable('the relayer has no credentials');
    const wallet = depositWalletOf(owner);
    const [nonce] = await Promise.all([this.parts.wallets.nonceOf(wallet), this.#requireSense(wallet, request)]);
    return { nonce: String(nonce), deadlineS: String(deadlineOf(expiresAfterMs)) };
  }

  /** Signs a batch, as the request by which the relayer takes it. Its identity is its hash and its number. */
  async sign(key: LocalAccount, request: BatchRequest, { nonce, deadlineS }: BatchTerms): Promise<SignedAction> {
    const { builder } = this.parts;
    if (builder === undefined) throw unavailable('the relayer has no credentials');
    const batch = batchOf(key.address, request, BigInt(nonce), BigInt(deadlineS));
    const body = batchBody(key.address, batch, await key.signTypedData(batchTypedData(batch)));
    const sent = { method: 'POST', path: SUBMIT_PATH, body, headers: builder(body) };
    return { nonce: Number(nonce), actionHash: batchHash(batch), signatureJson: JSON.stringify(sent) };
  }

  /** Looks up what became of a signed batch: a redemption that paid nothing is refused. */
  async lookUp(
    owner: Address,
    request: BatchRequest,
    { expiresAfterMs, nonce, actionHash }: Omit<SentAction, 'actionJson'>,
  ): Promise<ActionFinding> {
    const batch = batchOf(owner, request, BigInt(nonce), deadlineOf(expiresAfterMs));
    if (batchHash(batch) !== actionHash) throw new Error(`${actionHash} is not the batch that was signed`);
    const state = await this.parts.positions.stateOf(batch, request.tokens);
    switch (state.kind) {
      case 'possible':
        return { kind: 'undecided' };
      case 'impossible':
        return { kind: 'unseen' };
      case 'executed':
        return this.#findingOf(request, state);
    }
  }

  async #findingOf(
    { change, tokens }: BatchRequest,
    { transactionHash, moved }: Extract<BatchState, { kind: 'executed' }>,
  ): Promise<ActionFinding> {
    const shares = Object.fromEntries(tokens.map((token, index) => [String(token), shown(moved.shares[index])]));
    const answer = { transactionHash, pusd: shown(moved.pusd), shares };
    switch (outcomeOf(change, moved, await this.parts.positions.payouts(change.conditionId))) {
      case 'done':
        return { kind: 'accepted', answer };
      case 'nothing':
        return { kind: 'refused', answer: { ...answer, error: 'the redemption was carried out and paid nothing' } };
      case 'other':
        return { kind: 'undecided' };
    }
  }

  async #requireSense(wallet: Address, { change, tokens }: BatchRequest): Promise<void> {
    const { positions, wallets } = this.parts;
    switch (change.kind) {
      case 'redemption': {
        const [shares, payouts] = await Promise.all([
          positions.shares(wallet, tokens),
          positions.payouts(change.conditionId),
        ]);
        const payout = payoutOf(shares, payouts);
        if (payout === undefined) throw invalid('conditionId', 'is of a market that is not resolved');
        if (payout === 0n) throw invalid('conditionId', 'is of a market of which the account has no share that pays');
        return;
      }
      case 'split':
        if ((await wallets.cash(wallet)) < change.amount) throw invalid('amount', "exceeds the account's pUSD");
        return;
      case 'merge': {
        const shares = await positions.shares(wallet, tokens);
        if (shares.some((each) => each < change.amount))
          throw invalid('amount', "exceeds the account's shares of an outcome");
      }
    }
  }
}

function batchOf(owner: Address, { change, isNegRisk }: BatchRequest, nonce: bigint, deadlineS: bigint): WalletBatch {
  return { wallet: depositWalletOf(owner), nonce, deadlineS, calls: [changeCall(change, isNegRisk)] };
}

function deadlineOf(expiresAfterMs: ActionRequest['expiresAfterMs']): bigint {
  if (expiresAfterMs === undefined) throw new Error('a batch has an end');
  return BigInt(Math.floor(expiresAfterMs / 1_000)) + CARRIED_WITHIN_S;
}

function shown(units = 0n): string {
  return formatUnits(units, DECIMALS);
}

function invalid(field: string, message: string): PlatformError {
  return new PlatformError('native_action_invalid', { details: [{ path: `action.${field}`, message }] });
}
