import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { LedgerChecker } from '../checker/checker.js';
import type { OpenNetwork } from '../networks/open-network.js';
import type { Relay } from '../relayer/relay.js';
import type { Challenges } from '../withdrawals/challenges/challenges.js';
import type { PayOuts } from '../withdrawals/pay-outs/pay-outs.js';
import type { UsedNonces } from '../withdrawals/signatures/used-nonces.js';

const DEPOSITS_INTERVAL_MS = 1_000;
const REBROADCASTS_INTERVAL_MS = 2_000;
const CHECK_INTERVAL_MS = 15_000;
const PAY_OUTS_INTERVAL_MS = 2_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Schedules the operations of one kind. */
interface Runner extends Closeable {
  start(): Promise<void>;
}

/** The background work of the wallet service. Without a relayer no money leaves a wallet, and there is no such work. */
interface Works {
  readonly networks: Readonly<Record<Network, Pick<OpenNetwork, 'network' | 'watcher' | 'comparison'>>>;
  readonly checker: LedgerChecker;
  readonly challenges: Challenges;
  readonly nonces: Pick<UsedNonces, 'sweep'>;
  readonly payOuts: PayOuts | undefined;
  readonly relays: Readonly<Record<Network, Pick<Relay, 'runner' | 'rebroadcasts'>>> | undefined;
  readonly setupRunners: Readonly<Record<Network, Runner>> | undefined;
  readonly withdrawalRunners: Readonly<Record<Network, Runner>> | undefined;
}

/** Starts the background work of the wallet service. Each part is safe in several processes at once. */
export async function startWorkers(works: Works, clock: Clock, logger: Logger): Promise<Closeable[]> {
  const { networks, checker, challenges, nonces, payOuts, relays, setupRunners, withdrawalRunners } = works;
  const runners: Runner[] = [
    ...Object.values(relays ?? {}).map(({ runner }) => runner),
    ...Object.values(setupRunners ?? {}),
    ...Object.values(withdrawalRunners ?? {}),
  ];
  await Promise.all(runners.map((runner) => runner.start()));
  const periodic = [
    // Each network by itself: one that stands still holds up no other.
    ...Object.values(networks).flatMap(({ network, watcher, comparison }) => [
      { name: `deposits-${network}`, intervalMs: DEPOSITS_INTERVAL_MS, run: () => watcher.advance() },
      { name: `chain-comparison-${network}`, intervalMs: CHECK_INTERVAL_MS, run: () => comparison.check() },
    ]),
    ...Object.entries(relays ?? {}).map(([network, { rebroadcasts }]) => ({
      ...{ name: `rebroadcasts-${network}`, intervalMs: REBROADCASTS_INTERVAL_MS },
      run: () => rebroadcasts.run(),
    })),
    { name: 'ledger-check', intervalMs: CHECK_INTERVAL_MS, run: () => checker.check() },
    ...(payOuts === undefined
      ? []
      : [{ name: 'pay-outs', intervalMs: PAY_OUTS_INTERVAL_MS, run: () => payOuts.run() }]),
    { name: 'challenges', intervalMs: SWEEP_INTERVAL_MS, run: () => challenges.sweep() },
    { name: 'nonces', intervalMs: SWEEP_INTERVAL_MS, run: () => nonces.sweep() },
  ];
  return [...runners, ...periodic.map((work) => startPeriodic(work, clock, logger))];
}
