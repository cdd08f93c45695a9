// Why: docs/decisions/venues/polymarket-withdrawals.md
import type { Clock } from '@platform/kit/clock';
import type { MicroUsdc } from '@platform/kit/money';
import { networks } from '@platform/kit/networks';
import { type Address, getAddress, hashTypedData, isAddress, isAddressEqual } from 'viem';
import { z } from 'zod';
import type { SigningFamily, VenueWithdrawalRequest, VenueWithdrawals } from '../../trading-accounts/index.js';
import type { PolymarketBridge } from '../client/index.js';
import {
  BRIDGE_FEE_MICRO_USDC_MAX,
  BRIDGE_LEAST_MICRO_USDC,
  batchBody,
  batchTypedData,
  depositWalletOf,
  transferOfPusd,
  type WalletBatch,
} from '../codec/index.js';
import type { Relay } from './builder.js';
import type { DepositWallets, Exit } from './deposit-wallets.js';
import { ofVenue, unavailable } from './upstream.js';

const venue = 'polymarket';
const NETWORK = 'arbitrum';
/** Longer than the relayer and the chain take, and short enough that money is free again when they don't. */
const BATCH_TTL_S = 600n;
const TAKEN = 200;

const whole = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
const address = z
  .string()
  .refine((text): text is Address => isAddress(text))
  .transform((text) => getAddress(text));
/** A plan as it is sealed: where the bridge takes the pUSD, and the batch that sends it there, with its EIP-712 hash. */
const planned = z.strictObject({ to: address, nonce: whole, deadlineS: whole, fromBlock: whole, hash: z.string() });

/** What withdrawals look at and call. */
export interface WithdrawalParts {
  readonly bridge: PolymarketBridge;
  /** Undefined where there are no credentials for it: nothing leaves then. */
  readonly relay: Relay | undefined;
  readonly wallets: DepositWallets;
  /** The machine's clock. */
  readonly clock: Clock;
}

/** Returns the venue's withdrawals: pUSD goes to the bridge, which pays USDC to the signing wallet alone. */
export function polymarketWithdrawals({ bridge, relay, wallets, clock }: WithdrawalParts): VenueWithdrawals {
  const plan = async (owner: Address, amountMicroUsdc: MicroUsdc) => {
    if ((await keeps(owner, amountMicroUsdc)) > BRIDGE_FEE_MICRO_USDC_MAX)
      throw unavailable('the bridge keeps too much');
    const to = await bridgeAddressOf(bridge, owner);
    const wallet = depositWalletOf(owner);
    const [nonce, fromBlock] = await Promise.all([wallets.nonceOf(wallet), wallets.finalBlock()]);
    const deadlineS = BigInt(Math.floor(clock.nowMs() / 1_000)) + BATCH_TTL_S;
    const hash = hashOf({ wallet, nonce, deadlineS, calls: [transferOfPusd(to, amountMicroUsdc)] });
    const [nonceText, deadlineText, blockText] = [nonce, deadlineS, fromBlock].map(String);
    return JSON.stringify({ to, nonce: nonceText, deadlineS: deadlineText, fromBlock: blockText, hash });
  };
  const keeps = async (owner: Address, amountMicroUsdc: MicroUsdc) => {
    if (relay === undefined) throw unavailable('the relayer has no credentials');
    return amountMicroUsdc - (await ofVenue(bridge.quoteOfPusd(amountMicroUsdc, destinationOf(owner))));
  };
  return {
    network: NETWORK,
    feeMicroUsdc: BRIDGE_FEE_MICRO_USDC_MAX,
    carried: { leastMicroUsdc: BRIDGE_LEAST_MICRO_USDC, keeps, plan },
    withdrawable: async (owner) => {
      const wallet = depositWalletOf(owner);
      return (await wallets.isDeployed(wallet)) ? wallets.cash(wallet) : 0n;
    },
    // The number of the batch is the deposit wallet's own, and stands in the plan.
    drawNonce: async () => clock.nowMs(),
    withdraw: exits,
    // Whatever else the relayer says, the batch may be carried out until its deadline: only the chain tells.
    send: async (signedJson) => {
      const sent = await relay?.(signedJson);
      return sent?.kind === 'answered' && sent.answer.status === TAKEN ? 'accepted' : 'unknown';
    },
    find: async (owner, request) => {
      const fate = await wallets.fateOf(exitOf(owner, request));
      return fate === 'made' ? { feeMicroUsdc: undefined } : fate;
    },
    spending: undefined,
  };
}

/** An exit as it is signed: numbers are texts in the audit record. */
interface SignedExit {
  readonly wallet: Address;
  readonly nonce: string;
  readonly deadlineS: string;
  readonly to: Address;
  readonly amountMicroUsd: string;
  /** The EIP-712 hash of the batch: its identity. */
  readonly hash: string;
}

/** Signs a batch of one call, which sends pUSD of the wallet's own deposit wallet to where its withdrawal was planned to go. */
const exits: SigningFamily<VenueWithdrawalRequest, SignedExit, string> = {
  venue,
  name: 'deposit_wallet_exit',
  askers: ['wallet'],
  parse: async (request, signer) => {
    if (request.amountMicroUsdc < BRIDGE_LEAST_MICRO_USDC) throw new Error('a withdrawal would be lost on the bridge');
    const { wallet, nonce, deadlineS, to, microUsd } = exitOf(signer, request);
    const { hash } = planOf(request);
    const calls = [transferOfPusd(to, microUsd)];
    if (hashOf({ wallet, nonce, deadlineS, calls }) !== hash) throw new Error('a withdrawal is not the planned one');
    return { wallet, nonce: String(nonce), deadlineS: String(deadlineS), to, amountMicroUsd: String(microUsd), hash };
  },
  sign: async (key, { wallet, nonce, deadlineS, to, amountMicroUsd }) => {
    const calls = [transferOfPusd(to, BigInt(amountMicroUsd))];
    const batch = { wallet, nonce: BigInt(nonce), deadlineS: BigInt(deadlineS), calls };
    return batchBody(key.address, batch, await key.signTypedData(batchTypedData(batch)));
  },
};

/** Returns where the bridge takes pUSD of an owner: only an address that it names twice. */
async function bridgeAddressOf(bridge: PolymarketBridge, owner: Address): Promise<Address> {
  const asked = () => ofVenue(bridge.withdrawalAddress(depositWalletOf(owner), destinationOf(owner)));
  const [first, second] = [await asked(), await asked()];
  if (!isAddressEqual(first, second)) throw unavailable('the bridge names one address and then another');
  return first;
}

function destinationOf(recipient: Address) {
  const { chainId, assets } = networks[NETWORK];
  return { chainId, token: assets.USDC.address, recipient };
}

function planOf({ plan }: VenueWithdrawalRequest) {
  if (plan === undefined) throw new Error('a withdrawal has no plan');
  return planned.parse(JSON.parse(plan));
}

function exitOf(owner: Address, request: VenueWithdrawalRequest): Exit {
  const { to, nonce, deadlineS, fromBlock } = planOf(request);
  return { wallet: depositWalletOf(owner), nonce, deadlineS, to, microUsd: request.amountMicroUsdc, fromBlock };
}

function hashOf(batch: WalletBatch): string {
  return hashTypedData(batchTypedData(batch));
}
