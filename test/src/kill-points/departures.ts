/** Withdrawals from a venue whose wallet service dies at one of the points that they pass. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { networks } from '@platform/kit/networks';
import { sampled } from '@platform/kit/sampling';
import type { World } from '@platform/wallet-service/testing';
import { Deaths } from '@platform/wallet-service/testing/deaths';
import { type Address, erc20Abi } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { killPoints } from './points.js';

export const USD = 1_000_000n;
/** In real time: a venue looks each second. */
const PAUSE_MS = 400;
const ROUNDS_MAX = 120;
const SHORT_MS = 2_000;
/** Longer than a transaction waits for its block before the relayer signs it again. */
const LONG_MS = 61_000;
/** Passed by what reserves at once. */
const ELSEWHERE = 'transfer.after_accept';
const OWN = /^(departure|withdrawal|transfer)\./;

/** The deaths of the service. */
export const deaths = new Deaths('departures-killed');
// Only now: the variable is read when the kill points are loaded.
const service = await import('@platform/wallet-service/testing');

type Venue = 'lighter' | 'polymarket';
type Work = () => Promise<unknown>;

/** A withdrawal, and what it does to balances. */
interface Leaving {
  accept(): Promise<unknown>;
  /** Accepts it, if nobody has. */
  record(): Promise<Awaited<ReturnType<World['domain']['withdrawals']['accept']>>['withdrawal']>;
  /** Returns what the chain, the venue, the ledger and the checker show. */
  shown(): Promise<object>;
}

const token = { network: 'arbitrum', asset: 'USDC' } as const;
const { address: assetAddress } = networks.arbitrum.assets.USDC;

/** Returns the points at which the service dies in a test of a venue. */
export function pointsTried(venue: Venue): readonly { readonly point: string }[] {
  const cases = killPoints().filter(({ point }) => OWN.test(point) && point !== ELSEWHERE);
  return sampled({ name: `${venue} departures killed`, cases, nameOf: ({ point }) => point, count: 3 });
}

/** A wallet service from which money leaves a venue. */
export class Departures {
  private constructor(
    readonly world: World,
    private readonly venue: Venue,
  ) {}

  /** Starts the service with a venue; from now on it dies where the process would. */
  static async open(venue: Venue, adapt: Parameters<typeof World.open>[2]): Promise<Departures> {
    const world = await service.World.open(`test_wallet_${venue}_killed`, 'kind', adapt);
    jest.spyOn(process, 'kill').mockImplementation(() => deaths.end(world));
    return new Departures(world, venue);
  }

  /** Returns works of the service. */
  works(...names: Parameters<typeof service.doWork>[1][]): Work[] {
    return names.map((name) => () => service.doWork(this.world, name));
  }

  /** Lets the chains go on until a condition holds; the works are done in between. */
  async until(holds: () => Promise<boolean>, works: readonly Work[], roundMs = SHORT_MS): Promise<void> {
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
      for (const each of works) await deaths.survive(this.world, each);
      if (await holds()) return;
      await this.world.onChains((chain) => chain.mine(3));
      await this.world.pass(roundMs);
      await sleep(PAUSE_MS);
    }
    throw new Error('it did not come true');
  }

  /** A withdrawal of 40 USD that nobody has accepted yet, from an account of which the venue shows a balance. */
  async begin(accountId: string, shownByVenue: () => Promise<bigint | undefined>): Promise<Leaving> {
    const { world, venue } = this;
    const { _id: walletId, address } = await world.domain.wallets.primary(accountId);
    const destinationWallet = privateKeyToAddress(generatePrivateKey());
    const route = { source: venue, chain: 'arbitrum', assetAddress, destinationWallet } as const;
    const request = { accountId, key: randomUUID(), intent: { ...route, amountMicroUsdc: 40n * USD } };
    const accept = () => world.domain.withdrawals.accept(request, undefined);
    const record = async () => (await accept()).withdrawal;
    const balanceOf = (owner: Address) =>
      world.chains.arbitrum.test.client.readContract({
        ...{ address: assetAddress, abi: erc20Abi, functionName: 'balanceOf', args: [owner] },
      });
    const shown = async () => {
      const { ledger, networks: open } = world.domain;
      const { _id } = await record();
      return {
        received: await balanceOf(destinationWallet),
        inWallet: await balanceOf(address),
        atVenue: await shownByVenue(),
        booked: [
          await ledger.balance(service.atVenue(walletId, venue, token)),
          await ledger.balance(service.inTransit(_id, token)),
          await ledger.balance(service.inWallet(walletId, token)),
        ],
        wrong: [
          ...(await open.arbitrum.comparison.compare()).map(({ what }) => what),
          ...(await world.checker.inconsistencies()),
          ...(await ledger.unbalanced()),
        ],
      };
    };
    return { accept, record, shown };
  }

  /** Carries a withdrawal on until it has ended; the service dies at a point. */
  async carry({ accept, record }: Leaving, point: string): Promise<void> {
    deaths.count = 0;
    deaths.arm(point);
    await deaths.survive(this.world, accept);
    await accept();
    const works = this.works('withdrawals', 'relayer', 'deposits');
    const isBeyond = async (...states: string[]) => states.includes((await record()).state);
    await this.until(() => isBeyond('accepted', 'submitted', 'broadcast', 'confirmed', 'failed'), works);
    await this.until(() => isBeyond('confirmed', 'failed'), works, LONG_MS);
  }
}
