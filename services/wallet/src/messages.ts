import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import { byVenue } from '@platform/venues/registry';
import type { HeldBalance } from './balances/chain-balances.js';
import { depositInstructions } from './deposits/instructions.js';
import type { DepositRecord } from './deposits/model.js';
import { toOperationMessage } from './setups/handlers.js';
import type { SetupRecord } from './setups/model.js';
import type { VenueSummary } from './venues/summaries.js';
import { type Venue, venues } from './venues/supported-venues.js';
import type { WalletRecord } from './wallets/model.js';

/** Converts the domain to the messages of `trading.wallet.v1`. */

/** What a wallet's setups tell of its venues. */
interface AtVenues {
  /** The latest of each venue. */
  readonly setups: Readonly<Partial<Record<Venue, SetupRecord | undefined>>>;
  /** By the venue: the live deployment that uses the account there, where there is exactly one. */
  readonly deployments: ReadonlyMap<string, string>;
}

/** Returns a wallet with all balances in it. */
export function toWalletMessage(
  { accountId, address }: WalletRecord,
  held: HeldBalance,
  summaries: Readonly<Record<Venue, VenueSummary>>,
  { setups, deployments }: AtVenues,
) {
  const deposit = depositInstructions(address);
  const toVenue = (venue: Venue) => {
    const setup = setups[venue];
    return { ...toVenueMessage(summaries[venue], address), ...(setup && { operation: toOperationMessage(setup) }) };
  };
  return {
    accountId,
    address,
    deposit: {
      chain: deposit.chain,
      asset: deposit.asset,
      address: deposit.address,
      minUsd: formatUsd(deposit.minMicroUsdc),
      protocolMinUsd: formatUsd(deposit.protocolMinMicroUsdc),
    },
    balance: toBalanceMessage(address, held, summaries, deployments),
    venues: byVenue(venues, toVenue),
  };
}

function toBalanceMessage(
  address: string,
  held: HeldBalance,
  summaries: Readonly<Record<Venue, VenueSummary>>,
  deployments: AtVenues['deployments'],
) {
  const allocated = venues.flatMap((venue) => {
    const { isOnboarded, balanceMicroUsdc } = summaries[venue];
    return isOnboarded && balanceMicroUsdc !== undefined ? [{ venue, balanceMicroUsdc }] : [];
  });
  const sum = (amounts: readonly MicroUsdc[]) => amounts.reduce((total, amount) => total + amount, 0n);
  return {
    heldUsd: formatUsd(held.heldMicroUsdc),
    networks: held.networks.map(({ network, microUsdc }) => {
      const balance = formatUsd(microUsdc);
      return { network, address, asset: 'USDC', balance, balanceUsd: balance };
    }),
    allocated: allocated.map(({ venue, balanceMicroUsdc }) => ({
      venue,
      deployment: deployments.get(venue),
      balanceUsd: formatUsd(balanceMicroUsdc),
    })),
    totalUsd: formatUsd(held.heldMicroUsdc + sum(allocated.map(({ balanceMicroUsdc }) => balanceMicroUsdc))),
  };
}

function toVenueMessage(summary: VenueSummary, address: string) {
  const { minimumDepositMicroUsdc, balanceMicroUsdc, isFundable, readiness } = summary;
  return {
    minimumDepositUsd: formatUsd(minimumDepositMicroUsdc),
    ...(balanceMicroUsdc !== undefined && { balanceUsd: formatUsd(balanceMicroUsdc) }),
    // The address is the wallet's own and safe while gas is expensive; deposits are offered only where money can be moved on.
    ...(isFundable && { deposit: { chain: 'arbitrum', asset: 'USDC', address } }),
    readiness: { ...readiness },
  };
}

const vanished = {
  code: 'chain_reorganized',
  message: 'The chain reverted the block that held the transfer; it has not arrived.',
};

/** Returns a deposit as its owner sees it. */
export function toDepositMessage(record: DepositRecord) {
  const { _id: id, status, chain, asset, amountMicroUsdc, txHash, createdAt, confirmedAt } = record;
  return {
    id,
    status,
    asset,
    chain,
    amountUsd: formatUsd(amountMicroUsdc),
    txHash,
    createdAtMs: createdAt.getTime(),
    confirmedAtMs: confirmedAt?.getTime(),
    ...(status === 'failed' && { error: vanished }),
  };
}
