import { venueIds } from '@platform/venues/registry';
import { z } from 'zod';
import type { BacktestFieldsFragment, BacktestSummaryFieldsFragment } from '../../../generated/operations.js';
import { count, exampleVenue, number, text, timestamp } from '../../fields.js';
import { checkFigures, checks, toCheckFigures, toChecks } from './checks.js';
import { legacyResult, toLegacyResult } from './legacy-result.js';
import { figures, result, symbol, toFigures, toResult } from './result.js';

/** The status of a backtest. */
export const backtestStatus = z.enum(['queued', 'running', 'finished', 'error']).describe('Its status');

/** Every venue that the interface names. */
export const venue = z.enum(venueIds).describe('Venue');

/** The image that a framework runs in. */
export const imageDigest = text(
  'Digest of the image: sha256: and 64 hex characters',
  `sha256:${'0123456789abcdef'.repeat(4)}`,
);

const error = z
  .object({
    code: text('Stable code', 'strategy_failed'),
    message: text('What went wrong', 'The strategy raised an exception.'),
    details: z
      .array(
        z
          .object({
            line: count('Line of the file; null if no line is at fault', 12).nullable(),
            text: text('What was found there', 'ZeroDivisionError'),
          })
          .meta({ id: 'StrategyPlace', description: 'A place in the strategy file' }),
      )
      .exactOptional()
      .describe('Places in the strategy file'),
  })
  .meta({ id: 'BacktestError', description: 'Why a backtest ended without a result' });

function sha256(what: string) {
  const description = `SHA-256 of ${what}, lower-case hex`;
  return text(description, '0123456789abcdef'.repeat(4))
    .exactOptional()
    .describe(`${description}; absent for a run from before this was recorded`);
}

/** The name that a caller gives a backtest. */
export const backtestName = text('Name that its caller gave it', 'Dip, wide stop');

const fields = {
  id: text('The backtest', 'bt_01'),
  name: backtestName.exactOptional().describe('Name that its caller gave it; absent if it has none'),
  status: backtestStatus,
  framework: z
    .object({
      id: text('Framework', 'freqtrade'),
      image_digest: imageDigest.exactOptional().describe('Absent for a legacy record without it'),
    })
    .meta({ id: 'FrameworkVersion', description: 'The framework that it runs on' }),
  venue: text('Venue', exampleVenue),
  symbols: z.array(symbol).describe('Framework aliases'),
  release: text(
    'Dataset release: one id per market, in the order of the symbols, separated by commas; outcomes of one prediction ' +
      'market share an id. Null if the venue has no release pipeline, and until it is known if the framework had to be ' +
      'installed first',
    '20260131-0123456789abcdef',
  ).nullable(),
  range: z
    .object({ from: text('A date or a timestamp', '2026-01-01'), to: text('A date or a timestamp', '2026-01-31') })
    .meta({ id: 'BacktestRange', description: 'The window that it covers, as it was sent' }),
  code_sha256: sha256('the strategy file'),
  config_sha256: sha256('the config as JSON text'),
  seed: count('Seed of its random numbers', 1_234_567)
    .exactOptional()
    .describe('Seed of its random numbers; absent for a run from before this was recorded'),
  created_at: timestamp.exactOptional().describe('Absent for a legacy record without it'),
  started_at: timestamp.nullable().describe('Null while it waits, and for a legacy record without it'),
  finished_at: timestamp.nullable().describe('Null until it ended, and for a legacy record without it'),
  deleted_at: timestamp.exactOptional().describe('Present once it is deleted'),
  progress: z
    .object({
      fraction: number('Share of its range that has been simulated, from 0 to 1', 0.4),
      simulated_at: timestamp.describe('The simulated instant'),
    })
    .meta({ id: 'BacktestProgress', description: 'Progress of a run, as the run reports it' })
    .exactOptional()
    .describe('Progress of its run; present only while it is running and has begun to simulate'),
  error: error.exactOptional().describe('Present when its status is error'),
};

/** A backtest with its embedded result. */
export const backtest = z
  .object({
    ...fields,
    result: result.exactOptional().describe('Present once it is finished; absent for a legacy record'),
    legacy_result: legacyResult
      .exactOptional()
      .describe('The figures that a legacy record kept; absent for any other backtest, and if it kept none'),
    checks: checks.exactOptional().describe('Present if any were requested'),
  })
  .meta({ id: 'Backtest', description: 'A run of a strategy over stored history' });

/** A backtest of a list. */
export const backtestSummary = z
  .object({
    ...fields,
    result: figures.exactOptional().describe('Present once it is finished: only the figures'),
    checks: checkFigures.exactOptional().describe('Present if any were requested: their status'),
  })
  .meta({ id: 'BacktestSummary', description: 'A run of a strategy over stored history, its result without tables' });

/** Returns the backtest in its REST form. */
export function toBacktest(fragment: BacktestFieldsFragment): z.input<typeof backtest> {
  const { result: own, legacyResult: older, checks: made } = fragment;
  return {
    ...toFields(fragment),
    ...(own === null ? {} : { result: toResult(own) }),
    ...(older === null ? {} : { legacy_result: toLegacyResult(older) }),
    ...(made === null ? {} : { checks: toChecks(made) }),
  };
}

/** Returns the backtest in its list form. */
export function toSummary(fragment: BacktestSummaryFieldsFragment): z.input<typeof backtestSummary> {
  return {
    ...toFields(fragment),
    ...(fragment.result === null ? {} : { result: toFigures(fragment.result) }),
    ...(fragment.checks === null ? {} : { checks: toCheckFigures(fragment.checks) }),
  };
}

function toFields(fragment: BacktestSummaryFieldsFragment) {
  const { id, status, framework, venue: on, symbols, release, range } = fragment;
  return {
    id,
    ...(fragment.name === null ? {} : { name: fragment.name }),
    status,
    venue: on,
    symbols,
    release,
    range,
    framework: {
      id: framework.id,
      ...(framework.imageDigest === null ? {} : { image_digest: framework.imageDigest }),
    },
    ...(fragment.codeSha256 === null ? {} : { code_sha256: fragment.codeSha256 }),
    ...(fragment.configSha256 === null ? {} : { config_sha256: fragment.configSha256 }),
    ...(fragment.seed === null ? {} : { seed: fragment.seed }),
    ...(fragment.createdAt === null ? {} : { created_at: fragment.createdAt }),
    started_at: fragment.startedAt,
    finished_at: fragment.finishedAt,
    ...(fragment.deletedAt === null ? {} : { deleted_at: fragment.deletedAt }),
    ...(fragment.progress === null ? {} : { progress: toProgress(fragment.progress) }),
    ...(fragment.error === null ? {} : { error: toError(fragment.error) }),
  };
}

function toProgress({ fraction, simulatedAt }: NonNullable<BacktestFieldsFragment['progress']>) {
  return { fraction, simulated_at: simulatedAt };
}

function toError({ code, message, details }: NonNullable<BacktestFieldsFragment['error']>): z.input<typeof error> {
  return { code, message, ...(details.length === 0 ? {} : { details }) };
}
