import { z } from 'zod';
import type { DeploymentFieldsFragment } from '../../../generated/operations.js';
import { count, exampleVenue, INSTANT, number, text, timestamp, usd } from '../../fields.js';
import { imageDigest } from '../../runtime/backtest/backtest.js';

/** The status of a deployment. */
export const deploymentStatus = z
  .enum(['created', 'starting', 'running', 'stopping', 'stopped', 'deleting', 'deleted', 'error'])
  .describe('Its status');

/** The money that a deployment trades with. */
export const deploymentMode = z.enum(['paper', 'live']).describe('paper: simulated money');

/** What happens when its time is over. */
export const onExpiry = z
  .enum(['stop', 'block_entries'])
  .describe('What happens when its time is over: it stops, or opens nothing more and stops once it holds nothing');

/** The name that a caller gives a deployment. */
export const deploymentName = text("Name, unique among the account's deployments", 'Dip, wide stop');

/** An instant that a caller names; the date alone is its midnight, UTC. */
export const instant = z
  .string()
  .regex(INSTANT, 'must be a date or a timestamp with a zone, ISO 8601')
  .meta({ description: 'ISO 8601 timestamp with a zone', examples: ['2027-01-31T12:00:00.000Z'] })
  .transform((value) => new Date(value).toISOString());

/** The same, or null for never. */
export const instantOrNever = instant.nullable().describe('When its time is over; null for never');

const error = z
  .object({
    code: text('Stable code', 'strategy_failed'),
    message: text('What went wrong', 'ZeroDivisionError: division by zero'),
    at: timestamp.describe('When'),
  })
  .meta({ id: 'DeploymentError', description: 'Why a deployment can not go on' });

const venueSetup = z
  .object({
    id: text('The setup', 'set_01'),
    venue: text('Venue', exampleVenue),
    amount_usd: number('The capital', 100),
    status: text('processing, completed, failed or reconciliation_required', 'completed'),
    step: text('reserve, transfer, credit, register or done', 'done'),
  })
  .meta({ id: 'DeploymentVenueSetup', description: "The setup of a live deployment's venue with its capital" });

const difference = z
  .object({
    kind: text('What differs, for example bot_position, order_vanished or liquidation', 'bot_position'),
    symbol: text('The market as the framework names it', 'BTC/USDC:USDC')
      .nullable()
      .describe('The market as the framework names it; null for none in particular'),
    text: text('What differs', 'The venue shows a long position in BTC/USDC:USDC that the bot does not know of.'),
    since: timestamp.describe('Since when'),
  })
  .meta({ id: 'DeploymentDifference', description: 'Where the venue, the journal of orders and the bot do not agree' });

const mandate = z
  .object({
    max_order_usd: usd.nullable().describe('The most that one order may be worth; null without a limit'),
    max_leverage: number('The highest leverage that its bot may set; null without a limit', 5).nullable(),
    expires_at: timestamp.nullable().describe('When it ends at the latest; null without a limit'),
  })
  .meta({
    id: 'DeploymentMandate',
    description: 'What a live deployment keeps of the mandate of the key that made it',
  });

const usdOrNull = (description: string) => number(description, 1_012.5).nullable();

/** A deployment with its embedded status. */
export const deployment = z
  .object({
    id: text('The deployment', 'dpl_01'),
    name: deploymentName,
    status: deploymentStatus,
    mode: deploymentMode,
    framework: z
      .object({
        id: text('Framework', 'freqtrade'),
        image_digest: imageDigest.exactOptional().describe('Absent for a legacy record'),
      })
      .meta({ id: 'DeploymentFramework', description: 'The framework that it runs on, never upgraded' }),
    venue: text('Venue', exampleVenue),
    region: text('Region of the venue', 'eu')
      .exactOptional()
      .describe('Region of the venue; absent for a legacy record'),
    symbols: z.array(text('Framework alias of a market', 'BTC/USDC:USDC')).describe('Framework aliases of its markets'),
    code_sha256: text('SHA-256 of the strategy file, lower-case hex', '0123456789abcdef'.repeat(4))
      .exactOptional()
      .describe(
        'SHA-256 of the strategy file, lower-case hex; absent for a legacy record that was imported without it',
      ),
    credentials: z
      .object({
        attached: z.boolean().describe('Whether it can trade with the money of its account'),
        type: text('Who holds them', 'managed'),
        status: text('attached, missing, or not_required for paper', 'not_required'),
      })
      .meta({ id: 'DeploymentCredentials', description: 'What it trades with' })
      .exactOptional()
      .describe('Absent for a legacy record'),
    venue_account: z
      .object({
        funded: z
          .boolean()
          .nullable()
          .meta({ description: 'Null for paper', examples: [null] }),
        balance_usd: usdOrNull('Equity; null while it is not known'),
        min_deposit_usd: usdOrNull('Smallest amount of a venue setup; null where there is none'),
      })
      .meta({ id: 'DeploymentVenueAccount', description: 'Its account at the venue, about 15 seconds old' })
      .exactOptional()
      .describe('Absent for a legacy record'),
    venue_setup: venueSetup.exactOptional().describe('Absent for paper, and until it has begun'),
    mandate: mandate.exactOptional().describe('Absent for paper, and where the key that made it had none'),
    health: z
      .object({
        last_heartbeat: timestamp.nullable().describe('When it last looked at its markets; null before the first time'),
        restarts: count(
          'How often its process ended by itself and was started again; for a legacy record, in the pods that it has now',
          0,
        ),
        strategy_errors: count('Errors of its strategy that its framework went on from, since it was started', 0)
          .exactOptional()
          .describe(
            'Errors of its strategy that its framework went on from, since it was started; absent for a legacy record',
          ),
        last_strategy_error: text('The latest of them', 'ZeroDivisionError: division by zero')
          .exactOptional()
          .describe('The latest of them; absent if there was none'),
        feed_silent_since: timestamp
          .exactOptional()
          .describe("Since when the venue's feed gives it no answer; absent while it does"),
        differences: z
          .array(difference)
          .describe(
            'Empty for paper, for a legacy record, and while it does not run; while a position differs it opens no further one',
          ),
      })
      .meta({ id: 'DeploymentHealth', description: 'Whether it lives' }),
    alive_until: timestamp.nullable().describe('When its time is over; null if it has no end, and after it'),
    on_expiry: onExpiry.exactOptional().describe('What happens when its time is over; absent for a legacy record'),
    entries_blocked: z
      .boolean()
      .exactOptional()
      .describe('Whether it opens no further position; absent for a legacy record'),
    error: error.exactOptional().describe('Present when its status is error'),
    created_at: timestamp,
    started_at: timestamp.nullable().describe('When it was last started; null if it never was'),
    deleted_at: timestamp.exactOptional().describe('Present once it is deleted'),
  })
  .meta({
    id: 'Deployment',
    description:
      'A strategy that keeps running. A legacy record, of the older platform, has what was imported and is observed',
  });

/** Returns a deployment as REST shows it. */
export function toDeployment(node: DeploymentFieldsFragment): z.input<typeof deployment> {
  const { framework, credentials, venueAccount, venueSetup: setup, mandate: kept, health, error: failure } = node;
  return {
    id: node.id,
    name: node.name,
    status: node.status,
    mode: node.mode,
    framework: { id: framework.id, ...(framework.imageDigest != null && { image_digest: framework.imageDigest }) },
    venue: node.venue,
    ...(node.region != null && { region: node.region }),
    symbols: node.symbols,
    ...(node.codeSha256 != null && { code_sha256: node.codeSha256 }),
    ...(credentials != null && { credentials }),
    ...(venueAccount != null && {
      venue_account: {
        funded: venueAccount.funded ?? null,
        balance_usd: venueAccount.balanceUsd ?? null,
        min_deposit_usd: venueAccount.minDepositUsd ?? null,
      },
    }),
    ...(setup != null && {
      venue_setup: {
        id: setup.id,
        venue: setup.venue,
        amount_usd: setup.amountUsd,
        status: setup.status,
        step: setup.step,
      },
    }),
    ...(kept != null && {
      mandate: { max_order_usd: kept.maxOrderUsd, max_leverage: kept.maxLeverage, expires_at: kept.expiresAt },
    }),
    health: {
      last_heartbeat: health.lastHeartbeat ?? null,
      restarts: health.restarts,
      ...(health.strategyErrors != null && { strategy_errors: health.strategyErrors }),
      ...(health.lastStrategyError != null && { last_strategy_error: health.lastStrategyError }),
      ...(health.feedSilentSince != null && { feed_silent_since: health.feedSilentSince }),
      differences: health.differences.map((each) => ({
        kind: each.kind,
        symbol: each.symbol ?? null,
        text: each.text,
        since: each.since,
      })),
    },
    alive_until: node.aliveUntil ?? null,
    ...(node.onExpiry != null && { on_expiry: node.onExpiry }),
    ...(node.entriesBlocked != null && { entries_blocked: node.entriesBlocked }),
    ...(failure != null && { error: failure }),
    created_at: node.createdAt,
    started_at: node.startedAt ?? null,
    ...(node.deletedAt != null && { deleted_at: node.deletedAt }),
  };
}
