/** The whole wallet service with its background work, on chains that make a block per second, used as its customers do. */
import { randomUUID } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import { monotonicMs } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import { createLogger } from '@platform/observability/logging';
import type { SandboxWorld } from '@platform/sandbox/node';
import { chainTransactionModel } from '../../relayer/model.js';
import { walletHandlers } from '../../server.js';
import { startWorkers } from '../../workers/workers.js';
import { newAddress, openStageOn } from '../stage.js';
import { Blocks } from './blocks.js';
import { SkippingClock } from './skipping-clock.js';
import { found, until } from './waits.js';

/** The states of a transaction that carried its transfer out itself. */
const OWN: ReadonlySet<string> = new Set(['included', 'succeeded']);
/** How long a customer waits before asking again. */
const PAUSE_MS = 500;

/** An account, and what it holds at the start. */
export interface Holder {
  readonly accountId: string;
  readonly microUsdc: bigint;
  readonly network: Network;
}

/** A wallet service at work. */
export type LiveService = Awaited<ReturnType<typeof openLiveService>>;

/** Starts a service on nodes of a world, with accounts that hold money; each withdraws to a login wallet of its own. */
export async function openLiveService(database: string, world: SandboxWorld, holders: readonly Holder[]) {
  const clock = new SkippingClock();
  const stage = await openStageOn(database, clock, { world });
  const { chains, domain, logins } = stage;
  for (const { accountId, microUsdc, network } of holders) {
    logins.loginWallets.set(accountId, newAddress());
    await chains[network].mined(await chains[network].pay(await stage.addressOf(accountId), microUsdc));
  }
  const [arbitrum, polygon] = await Promise.all([Blocks.take(chains.arbitrum), Blocks.take(chains.polygon)]);
  const workers = await startWorkers(domain, clock, createLogger({ process: 'test', level: 'silent' }));
  for (const { accountId, microUsdc, network } of holders)
    await until(
      `the money of ${accountId}`,
      async () => (await stage.booked(accountId, network)).balance === microUsdc,
    );
  const handlers = walletHandlers({ ...domain, withdrawalOtp: false, clock });

  /** Asks for a withdrawal of a cent; returns its id. */
  const ask = async (accountId: string): Promise<string> => {
    const fields = { idempotencyKey: randomUUID(), amountUsd: '0.01', replayOnly: false };
    const { withdrawal } = await handlers.CreateWithdrawal(fields, stage.as(accountId));
    if (withdrawal?.id === undefined) throw new Error('an accepted withdrawal has no id');
    return withdrawal.id;
  };
  const statusOf = async (accountId: string, id: string) =>
    (await handlers.GetWithdrawal({ id }, stage.as(accountId))).withdrawal?.status;
  return {
    ...{ stage, handlers, arbitrum, ask, statusOf },
    /**
     * Asks, again while the platform is unable to accept, and looks until it is confirmed; returns how long that took, in milliseconds.
     * Undefined where a stranger carried the transfer out, as one in ten of the harsh world's nodes lets happen: that takes longer in quiet
     * times too.
     */
    served: async (accountId: string): Promise<number | undefined> => {
      const startedAtMs = monotonicMs();
      const accepted = () => ask(accountId).catch(unlessUnavailable);
      const id = await found('an accepted withdrawal', accepted, PAUSE_MS);
      await until(`${id} is confirmed`, async () => (await statusOf(accountId, id)) === 'confirmed');
      const tookMs = monotonicMs() - startedAtMs;
      const own = await chainTransactionModel(stage.connection).findOne({ 'operation.id': id });
      return own !== null && OWN.has(own.state) ? tookMs : undefined;
    },
    /** Lets time pass, for the chains too. */
    skip: async (durationMs: number): Promise<void> => {
      clock.skip(durationMs);
      for (const { client } of Object.values(chains)) await client.increaseTime({ seconds: durationMs / 1_000 });
    },
    close: async (): Promise<void> => {
      await Promise.all([arbitrum, polygon, ...workers].map((work) => work.close()));
      await stage.close();
    },
  };
}

function unlessUnavailable(error: unknown): undefined {
  if (error instanceof PlatformError && error.code === 'wallet_upstream_unavailable') return undefined;
  throw error;
}
