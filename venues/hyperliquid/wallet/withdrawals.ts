// Why: docs/decisions/wallet/venue-withdrawals.md
import { Withdraw3Types } from '@nktkas/hyperliquid/api/exchange';
import { signL1Action, signUserSignedAction } from '@nktkas/hyperliquid/signing';
import type { Address } from 'viem';
import { formatUnits } from 'viem';
import { z } from 'zod';
import type {
  NonceRequest,
  SigningFamily,
  UnusedNonceSource,
  VenueWithdrawalRequest,
  VenueWithdrawals,
} from '../../trading-accounts/index.js';
import type { HyperliquidClient } from '../client/index.js';
import { BRIDGE_ADDRESS, isRefusal, NONCE_AGE_MS_MAX, WITHDRAWAL_FEE_MICRO_USDC } from '../codec/index.js';
import type { HyperliquidInfo } from './info.js';
import { SIGNATURE_CHAIN_ID } from './signing.js';

const venue = 'hyperliquid';
const USDC_DECIMALS = 6;
/** The venue's clock and ours differ by less than this. */
const CLOCK_SKEW_MS = 10 * 60_000;
/** The venue says this of a nonce that is spent, or below those that it keeps: in both cases no action can have it any more. */
const SPENT = /^Invalid nonce: (duplicate nonce \d+|nonce too low \d+ < \d+)$/;
/** The venue's verdicts on nonces: an earlier send may have spent it. */
const ABOUT_NONCES = /^Invalid nonce: /;
const ok = z.object({ status: z.literal('ok') });
const err = z.object({ status: z.literal('err'), response: z.string() });

/** The bridge that pays withdrawals. */
export const hyperliquidPayer = { venue, network: 'arbitrum', address: BRIDGE_ADDRESS } as const;

/** A withdrawal as it is signed. */
interface Withdrawal {
  readonly destination: Address;
  /** Decimal text, without trailing zeros. */
  readonly amount: string;
  readonly nonce: number;
}

/** Returns the venue's withdrawals: over its bridge, to the signing wallet alone. */
export function hyperliquidWithdrawals(
  client: HyperliquidClient,
  info: HyperliquidInfo,
  nonces: UnusedNonceSource,
): VenueWithdrawals {
  return {
    network: hyperliquidPayer.network,
    feeMicroUsdc: WITHDRAWAL_FEE_MICRO_USDC,
    withdrawable: (wallet) => info.withdrawable(wallet),
    drawNonce: (wallet) => nonces.draw(wallet),
    carried: undefined,
    withdraw: withdrawals,
    send: async (signedJson) => {
      const answer = await answerOf(client, signedJson);
      if (answer === 'ok') return 'accepted';
      const isVerdict = answer !== undefined && isRefusal(answer) && !ABOUT_NONCES.test(answer);
      return isVerdict ? 'refused' : 'unknown';
    },
    find: (wallet, { nonce }) => info.withdrawal(wallet, nonce, nonce - CLOCK_SKEW_MS),
    spending: {
      family: spentNonces,
      send: async (signedJson) => {
        const answer = await answerOf(client, signedJson);
        if (answer === 'ok') return 'unspent';
        return answer !== undefined && SPENT.test(answer) ? 'spent' : 'unknown';
      },
      endOf: (nonce) => new Date(nonce + NONCE_AGE_MS_MAX + CLOCK_SKEW_MS),
    },
  };
}

const withdrawals: SigningFamily<VenueWithdrawalRequest, Withdrawal, string> = {
  venue,
  name: 'withdraw3',
  askers: ['wallet'],
  parse: async ({ amountMicroUsdc, nonce }, destination) => {
    if (amountMicroUsdc <= WITHDRAWAL_FEE_MICRO_USDC) throw new Error('a withdrawal would not cover its fee');
    return { destination, amount: formatUnits(amountMicroUsdc, USDC_DECIMALS), nonce };
  },
  sign: async (wallet, { destination, amount, nonce }) => {
    const action = {
      type: 'withdraw3',
      signatureChainId: SIGNATURE_CHAIN_ID,
      hyperliquidChain: 'Mainnet',
      destination: destination.toLowerCase(),
      amount,
      time: nonce,
    } as const;
    const signature = await signUserSignedAction({ wallet, action, types: Withdraw3Types });
    return JSON.stringify({ action, signature, nonce });
  },
};

const spentNonces: SigningFamily<NonceRequest, NonceRequest, string> = {
  venue,
  name: 'spend_nonce',
  askers: ['wallet'],
  parse: async (request) => request,
  sign: async (wallet, { nonce }) => {
    const action = { type: 'noop' } as const;
    const signature = await signL1Action({ wallet, action, nonce });
    return JSON.stringify({ action, signature, nonce });
  },
};

/** Sends an action; returns `ok`, or the venue's words of a refusal; undefined while nothing is known. */
async function answerOf(client: HyperliquidClient, signedJson: string): Promise<string | undefined> {
  const sent = await client.exchange(signedJson);
  if (sent.kind !== 'answered' || sent.answer.status !== 200) return undefined;
  const answer = jsonOrNothing(sent.answer.text);
  if (ok.safeParse(answer).success) return 'ok';
  return err.safeParse(answer).data?.response;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
