import type {
  DeploymentEquity as DeploymentEquityMessage,
  Deployment as DeploymentMessage,
  DeploymentMetrics as DeploymentMetricsMessage,
  ExpiryChange,
} from '@platform/protos/runtime';
import { marketId } from '@platform/rpc/subgraph';
import { toVersion } from './mapping.js';
import type { Deployment, DeploymentMandate } from './schema/deployment.js';
import type { DeploymentEquity } from './schema/deployment-history.js';
import type { DeploymentMetrics } from './schema/deployment-metrics.js';

/** Returns a deployment in its GraphQL form. */
export function toDeployment(message: DeploymentMessage): Deployment {
  const { canonicalSymbols, framework, credentials, venueAccount, venueSetup, health, error, metrics, ...rest } =
    message;
  const { mandate, aliveUntilMs, createdAtMs, startedAtMs, deletedAtMs, ...same } = rest;
  const { lastHeartbeatMs, feedSilentSinceMs, differences, ...lives } = required(health);
  return {
    ...same,
    framework: toVersion(required(framework)),
    markets: canonicalSymbols.map((symbol) => {
      const market = { venue: message.venue, symbol };
      return { id: marketId(market), ...market };
    }),
    credentials: credentials ?? undefined,
    venueAccount: venueAccount ?? undefined,
    venueSetup: venueSetup ?? undefined,
    mandate: mandate == null ? undefined : toMandate(mandate),
    health: {
      ...lives,
      lastHeartbeat: toDate(lastHeartbeatMs),
      feedSilentSince: toDate(feedSilentSinceMs),
      differences: differences.map(({ sinceMs, ...each }) => ({ ...each, since: new Date(sinceMs) })),
    },
    aliveUntil: toDate(aliveUntilMs),
    error: error == null ? undefined : { code: error.code, message: error.message, at: new Date(error.atMs) },
    metrics: metrics == null ? undefined : toMetrics(metrics),
    createdAt: new Date(createdAtMs),
    startedAt: toDate(startedAtMs),
    deletedAt: toDate(deletedAtMs),
  };
}

function toMandate({ expiresAtMs, ...same }: NonNullable<DeploymentMessage['mandate']>): DeploymentMandate {
  return { ...same, expiresAt: toDate(expiresAtMs) };
}

/** Returns what a deployment was worth in its GraphQL form. */
export function toEquity(message: DeploymentEquityMessage | null): DeploymentEquity {
  const { tMs, balanceUsd } = required(message);
  return { t: tMs, balanceUsd };
}

/** Returns a change of expiry as the service reads it; undefined fields leave it as it is. */
export function toExpiryChange({
  aliveUntil,
  onExpiry,
}: {
  readonly aliveUntil?: Date | null | undefined;
  readonly onExpiry?: string | undefined;
}): ExpiryChange {
  return {
    ...(aliveUntil && { aliveUntilMs: aliveUntil.getTime() }),
    never: aliveUntil === null,
    ...(onExpiry !== undefined && { onExpiry }),
  };
}

function toMetrics(message: DeploymentMetricsMessage): DeploymentMetrics {
  const { asOfMs, simulated, trades, pnl, exposure, balance } = message;
  return {
    asOf: new Date(asOfMs),
    simulated,
    trades: required(trades),
    pnl: required(pnl),
    exposure: required(exposure),
    balance: required(balance),
  };
}

function required<Part>(part: Part | null | undefined): Part {
  if (part == null) throw new Error('the runtime service answered half a deployment');
  return part;
}

function toDate(timeMs: number | undefined): Date | undefined {
  return timeMs === undefined ? undefined : new Date(timeMs);
}
