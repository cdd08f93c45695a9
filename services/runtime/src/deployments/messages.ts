import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { ResponseOf, Sendable } from '@platform/rpc/grpc';
import { venueRow } from '@platform/venues/registry';
import type { Snapshot } from '../bots/observation.js';
import type { LegacyDeploymentNow } from '../legacy/deployments/reads.js';
import { areEntriesBlocked } from '../live/differences.js';
import { isFunded } from '../live/live-deployments.js';
import type { StoredTrade } from './history/index.js';
import type { DeploymentRecord } from './record.js';

type Response<Name extends keyof RuntimeServiceDefinition> = Sendable<ResponseOf<RuntimeServiceDefinition, Name>>;
type DeploymentMessage = Response<'BatchGetDeployments'>['deployments'][number];

/** A deployment as every call shows it. */
export function toDeploymentMessage(record: DeploymentRecord): DeploymentMessage {
  const { _id: id, framework, error, snapshot, name, status, mode, venue, region } = record;
  const { codeSha256, onExpiry } = record;
  const minimum = venueRow(venue).minimumDepositUsd;
  return {
    ...{ id, name, status, mode, venue, region, codeSha256, onExpiry },
    entriesBlocked: areEntriesBlocked(record),
    framework: { ...framework },
    symbols: [...record.symbols],
    canonicalSymbols: [...record.canonicalSymbols],
    credentials: credentialsOf(record),
    venueAccount: {
      ...accountOf(record),
      minDepositUsd: minimum === undefined ? undefined : Number(minimum),
    },
    venueSetup: venueSetupOf(record),
    mandate: mandateOf(record),
    health: {
      lastHeartbeatMs: record.heartbeatAt?.getTime(),
      restarts: record.restarts,
      strategyErrors: record.strategyErrors ?? 0,
      lastStrategyError: record.lastStrategyError,
      feedSilentSinceMs: record.feedSilentSince?.getTime(),
      differences: differencesOf(record),
    },
    aliveUntilMs: record.aliveUntil?.getTime(),
    error: error === undefined ? null : { code: error.code, message: error.message, atMs: error.at.getTime() },
    metrics: toMetricsMessage(snapshot ?? nothingAt(record.createdAt), mode === 'paper'),
    createdAtMs: record.createdAt.getTime(),
    startedAtMs: record.startedAt?.getTime(),
    deletedAtMs: record.deletedAt?.getTime(),
  };
}

/** A deployment of the older platform: what is known of it and observed, and nothing else. */
export function toLegacyMessage({ id, view, workload }: LegacyDeploymentNow): DeploymentMessage {
  const { name, venue, mode, symbols, codeSha256, createdAt } = view;
  return {
    ...{ id, name, venue, mode, symbols: [...symbols], canonicalSymbols: [] },
    ...{ codeSha256, status: workload.status },
    framework: { id: 'freqtrade' },
    ...{ venueAccount: null, credentials: null, venueSetup: null, mandate: null, error: null, metrics: null },
    health: { restarts: workload.restarts, differences: [] },
    createdAtMs: createdAt.getTime(),
    startedAtMs: workload.startedAt?.getTime(),
  };
}

/** A position as every call shows it. */
export function toPositionMessage({ symbol, side, sizeUsd }: Snapshot['positions'][number]) {
  return { symbol, side, sizeUsd: sizeUsd ?? undefined };
}

/** A closed trade as lists show it. */
export function toTradeMessage({
  entryTag,
  partlyFilled: _partlyFilled,
  ...trade
}: StoredTrade): Response<'ListDeploymentTrades'>['trades'][number] {
  return { ...trade, entryTag: entryTag ?? undefined };
}

function toMetricsMessage(snapshot: Snapshot, simulated: boolean) {
  const { atMs, trades, realizedUsd, unrealizedUsd, positions, balanceUsd } = snapshot;
  return {
    asOfMs: atMs,
    simulated,
    trades,
    pnl: { realizedUsd, unrealizedUsd: unrealizedUsd ?? undefined },
    exposure: { positions: positions.map(toPositionMessage) },
    balance: { venueUsd: balanceUsd ?? undefined },
  };
}

/** One that doesn't run isn't compared. */
function differencesOf({ status, differences = [] }: DeploymentRecord) {
  if (status !== 'running') return [];
  return differences.map(({ since, symbol, kind, text }) => ({
    ...{ kind, text, symbol: symbol ?? undefined },
    sinceMs: since.getTime(),
  }));
}

function credentialsOf({ mode, credentialsStatus }: DeploymentRecord) {
  const status = mode === 'paper' ? 'not_required' : (credentialsStatus ?? 'attached');
  return { attached: status === 'attached', type: 'managed', status };
}

/** On paper, what its bot says; else what the venue said, which all deployments of the account share. */
function accountOf(record: DeploymentRecord) {
  const { mode, snapshot, venue, venueBalanceUsd } = record;
  if (mode === 'paper') return { balanceUsd: snapshot?.balanceUsd ?? undefined };
  const funded = venueBalanceUsd !== undefined && isFunded({ venue }, { equityUsd: venueBalanceUsd });
  return { balanceUsd: venueBalanceUsd, funded };
}

function venueSetupOf({ venue, venueSetup, capitalUsd }: DeploymentRecord) {
  if (venueSetup === undefined) return null;
  const { id, status, step } = venueSetup;
  return { id, venue, amountUsd: Number(capitalUsd), status, step };
}

function mandateOf({ mandate }: DeploymentRecord) {
  if (mandate === undefined) return null;
  const { maxOrderUsd, maxLeverage, expiresAtMs } = mandate;
  return { maxOrderUsd, maxLeverage, expiresAtMs };
}

/** What one has that never ran. */
function nothingAt(createdAt: Date): Snapshot {
  return {
    atMs: createdAt.getTime(),
    trades: { total: 0, open: 0, wins: 0, losses: 0 },
    realizedUsd: 0,
    unrealizedUsd: 0,
    positions: [],
    balanceUsd: null,
  };
}
