// Why: docs/decisions/venues/lighter-exits.md
import type { MicroUsdc } from '@platform/kit/money';
import { LRUCache } from 'lru-cache';
import type { Address } from 'viem';
import type {
  SigningFamily,
  VenueWithdrawalRequest,
  VenueWithdrawals,
  WithdrawalAnswer,
} from '../../trading-accounts/index.js';
import type { LighterTrading } from '../client/index.js';
import {
  FAST_WITHDRAWAL_LEAST_MICRO_USDC,
  type FastWithdrawalTerms,
  TRANSFER_FEE_MICRO_USDC_MAX,
} from '../codec/index.js';
import { CHAIN_IDS, ownerMessage } from '../transactions/index.js';
import { answerOf, fateOf, isUnsent } from './exit-fates.js';
import { plannedExit, planOf, readSent, sentText } from './exit-plans.js';
import { accountOf, headersOf, type SigningParts } from './signing.js';
import { ofVenue, unavailable } from './upstream.js';

const NETWORK = 'arbitrum';
/** What this process has sent lately, by hash. */
const SENT_MAX = 10_000;

/** What withdrawals look at, sign with and call. */
export interface WithdrawalParts extends SigningParts {
  readonly client: LighterTrading;
  /** Returns an id that no other call of any process gets. */
  readonly newId: () => string;
}

/** Whose account it is, and how the venue would pay it. */
interface Asked {
  readonly accountIndex: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly terms: FastWithdrawalTerms;
}

/** Returns the venue's withdrawals: a transfer to the venue's own account, which pays USDC on Arbitrum to the signing wallet alone. */
export function lighterWithdrawals(parts: WithdrawalParts): VenueWithdrawals {
  const { clock } = parts;
  const sent = new LRUCache<string, true>({ max: SENT_MAX });
  return {
    network: NETWORK,
    feeMicroUsdc: TRANSFER_FEE_MICRO_USDC_MAX,
    carried: {
      leastMicroUsdc: FAST_WITHDRAWAL_LEAST_MICRO_USDC + TRANSFER_FEE_MICRO_USDC_MAX,
      keeps: (owner) => keptOf(parts, owner),
      plan: (owner, amountMicroUsdc) => planned(parts, owner, amountMicroUsdc),
    },
    withdrawable: (owner) => withdrawableOf(parts, owner),
    // The key's own nonce is claimed with the plan, and stands in it.
    drawNonce: async () => clock.nowMs(),
    withdraw: exits,
    send: (signedJson) => sendOnce(parts, sent, signedJson),
    find: async (owner, request) => {
      const exit = plannedExit(request, owner);
      const fate = await fateOf(parts, exit);
      return fate === 'made' ? { feeMicroUsdc: exit.transfer.fee } : fate;
    },
    spending: undefined,
  };
}

/** What the account has free, within what the venue would pay now; nothing where the wallet has no account or no key there. */
async function withdrawableOf(parts: WithdrawalParts, owner: Address): Promise<MicroUsdc> {
  const { client, keys } = parts;
  if (!(await keys.has(owner))) return 0n;
  const account = await ofVenue(client.accounts.ofOwner(owner, 'money'));
  if (account === undefined) return 0n;
  const { accountIndex, availableMicroUsdc, collateralMicroUsdc } = account;
  const { terms } = await asked(parts, owner, accountIndex);
  // What open positions have won is not paid out.
  const free = [availableMicroUsdc, collateralMicroUsdc, terms.mostMicroUsdc];
  return free.reduce((least, each) => (each < least ? each : least));
}

async function keptOf(parts: WithdrawalParts, owner: Address): Promise<MicroUsdc> {
  const { client, keys } = parts;
  const accountIndex = (await keys.has(owner)) ? await ofVenue(client.accountOf(owner)) : undefined;
  // A wallet without an account has nothing of which more could be kept.
  if (accountIndex === undefined) return TRANSFER_FEE_MICRO_USDC_MAX;
  return feeOf(parts, await asked(parts, owner, accountIndex));
}

/** Sends a transfer unless this process has: the venue may have one whose answer was lost, and the look-up tells. */
async function sendOnce(
  parts: WithdrawalParts,
  sent: LRUCache<string, true>,
  signedJson: string,
): Promise<WithdrawalAnswer> {
  const { txInfo, toAddress, accountIndex, hash } = readSent(signedJson);
  if (sent.has(hash)) return 'unknown';
  const headers = await headersOf(parts, toAddress, accountIndex);
  sent.set(hash, true);
  const answer = await parts.client.fastWithdrawals.send(txInfo, toAddress, headers);
  if (isUnsent(answer)) sent.delete(hash);
  return answerOf(answer, hash);
}

async function asked(parts: WithdrawalParts, owner: Address, accountIndex: number): Promise<Asked> {
  const headers = await headersOf(parts, owner, accountIndex);
  const terms = await ofVenue(parts.client.fastWithdrawals.terms(accountIndex, headers));
  return { accountIndex, headers, terms };
}

function feeOf({ client }: WithdrawalParts, { accountIndex, headers, terms }: Asked): Promise<MicroUsdc> {
  return ofVenue(client.fastWithdrawals.transferFee(accountIndex, terms.toAccountIndex, headers));
}

/**
 * Has the wallet's key at the venue sign the transfer, with the key's next nonce. What it signed can't be carried out without the owner's
 * signature; every second signature would be another transaction, so this one is the plan.
 */
async function planned(parts: WithdrawalParts, owner: Address, amountMicroUsdc: MicroUsdc): Promise<string> {
  const accountIndex = await accountOf(parts.client, parts.keys, owner);
  const first = await asked(parts, owner, accountIndex);
  const fee = await feeOf(parts, first);
  const { terms } = await asked(parts, owner, accountIndex);
  if (terms.toAccountIndex !== first.terms.toAccountIndex)
    throw unavailable('the venue names one account for withdrawals and then another');
  const amount = amountMicroUsdc - fee;
  if (fee > TRANSFER_FEE_MICRO_USDC_MAX) throw unavailable('the venue takes too much of a withdrawal');
  if (amount < FAST_WITHDRAWAL_LEAST_MICRO_USDC || amount > terms.mostMicroUsdc)
    throw unavailable('the venue does not pay such an amount now');
  const operation = `fast withdrawal ${parts.newId()}`;
  const nonce = await parts.claims.claim(accountIndex, operation);
  const transfer = { toAccountIndex: BigInt(terms.toAccountIndex), usdcAmount: amount, usdcFee: fee };
  const transaction = { kind: 'fast_withdrawal', ...transfer, toAddress: owner.toLowerCase() } as const;
  const sign = async () => {
    const signed = await ofVenue(parts.keys.sign(owner, { accountIndex, nonce }, transaction));
    if (signed === undefined) throw new Error('a key that was sealed is missing');
    return signed;
  };
  return planOf(await parts.claims.signed(accountIndex, operation, sign));
}

/** A withdrawal as its owner signs it: numbers are texts in the audit record. */
interface SignedExit {
  readonly message: string;
  readonly txInfo: string;
  /** The venue's name of it. */
  readonly hash: string;
  readonly accountIndex: number;
  readonly nonce: string;
  readonly toAccountIndex: number;
  readonly toAddress: Address;
  readonly amountMicroUsd: string;
  readonly feeMicroUsd: string;
}

/** What the owner's key signs: the venue's text for the transfer that was planned, to be paid to the owner. */
const exits: SigningFamily<VenueWithdrawalRequest, SignedExit, string> = {
  venue: 'lighter',
  name: 'fast_withdrawal',
  askers: ['wallet'],
  parse: async (request, owner) => {
    const { txInfo, hash, transfer } = plannedExit(request, owner);
    const { accountIndex, nonce, toAccountIndex, amount, fee } = transfer;
    return {
      message: ownerMessage(transfer, CHAIN_IDS.mainnet),
      ...{ txInfo, hash, accountIndex, nonce: String(nonce), toAccountIndex, toAddress: owner },
      ...{ amountMicroUsd: String(amount), feeMicroUsd: String(fee) },
    };
  },
  sign: async (key, { message, txInfo, hash, accountIndex, toAddress }) => {
    return sentText({ txInfo, hash, accountIndex, toAddress }, await key.signMessage({ message }));
  },
};
