import { createHash } from 'node:crypto';
import {
  type Instrument,
  type Interval,
  marketKinds,
  rowSources,
  type TableName,
  tableKinds,
} from '@platform/venues/market-data';
import { frameworkIds } from '@platform/venues/registry';
import { z } from 'zod';
import type { TableRecord } from '../tables/catalogue.js';
import { gapsOf, rowsOf } from '../tables/segments.js';
import { type ReleasedMarket, releasedObjectKey } from './keys.js';

/** The manifest schema that this version writes and reads. */
const MANIFEST_SCHEMA = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const stretch = z.strictObject({ fromMs: z.int(), toMs: z.int() });

const object = z.strictObject({
  key: z.string(),
  sha256: digest,
  /** First and last row's time. */
  ...stretch.shape,
  rows: z.int().min(1),
  /** Gaps between its own rows. */
  gaps: z.array(stretch),
});

const table = z.strictObject({
  // One entry per table.
  name: z.enum(Object.keys(tableKinds) as [TableName, ...TableName[]]),
  /** The columns of its objects after `t`. */
  columns: z.array(z.string()),
  intervalMs: z.int(),
  /** First and last row's time. */
  ...stretch.shape,
  rows: z.int().min(1),
  /** All of its gaps, including those between objects. */
  gaps: z.array(stretch),
  /** The parts of gaps where the venue gave malformed rows, so that nobody knows whether there was a candle; absent where there is none. */
  malformed: z.array(stretch).min(1).exactOptional(),
  sources: z.array(z.strictObject({ source: z.enum(rowSources), ...stretch.shape })),
  objects: z.array(object).min(1),
});

/** The fixed facts of an instrument. */
const instrument = z.strictObject({
  symbol: z.string(),
  coin: z.string(),
  name: z.string().exactOptional(),
  kind: z.enum(marketKinds),
  frameworkSymbols: z.partialRecord(z.enum(frameworkIds), z.string()),
  sizeDecimals: z.int(),
  tickSize: z.string(),
  minOrderUsd: z.string(),
  maxLeverage: z.number().exactOptional(),
  prediction: z
    .strictObject({
      slug: z.string(),
      question: z.string(),
      outcome: z.string(),
      outcomes: z.array(z.string()),
      endDateMs: z.number(),
      /** The outcome that came true, once it is known and all candles until it are stored: it never changes. */
      resolution: z.string().exactOptional(),
      /** Absent where the venue does not publish its fees, and in releases from before fees were stored. */
      takerFees: z.strictObject({ rate: z.number(), exponent: z.number() }).exactOptional(),
    })
    .exactOptional(),
  tables: z.array(table).min(1),
});

/** The part that follows from the rows and the instruments alone. */
const content = z.strictObject({
  schema: z.literal(MANIFEST_SCHEMA),
  environment: z.string(),
  venue: z.string(),
  market: z.string(),
  instruments: z.array(instrument).min(1),
});
type Content = z.output<typeof content>;

const manifestSchema = z.strictObject({ release: z.string(), createdAt: z.iso.datetime(), ...content.shape });

/** One immutable release of a market: the stored rows of each of its instruments. */
export type ReleaseManifest = z.output<typeof manifestSchema>;
/** A table of a release. */
export type ReleasedTable = z.output<typeof table>;

/** A table that holds rows. */
export interface StoredRecord extends TableRecord {
  /** The parts of its gaps where the venue gave malformed rows. */
  readonly malformed: readonly Interval[];
}

/** An instrument and the tables of it that hold rows. */
export interface StoredInstrument {
  readonly instrument: Instrument;
  readonly records: readonly StoredRecord[];
  /** Whether each of its tables was collected for the last time: no more rows will come. */
  readonly isComplete: boolean;
}

/** Makes the manifest of a market's stored rows now. The same rows always give the same release. */
export function manifestOf(
  reference: ReleasedMarket,
  stored: readonly StoredInstrument[],
  environment: string,
  now: Date,
): ReleaseManifest {
  const made = content.parse({
    schema: MANIFEST_SCHEMA,
    environment,
    venue: reference.venue,
    market: reference.market,
    instruments: stored.map(({ instrument: of, records, isComplete }) => ({
      ...factsOf(of, isComplete),
      tables: records.map((record) => tableOf(reference, record)),
    })),
  });
  return { release: releaseOf(made), createdAt: now.toISOString(), ...made };
}

/** Returns the bytes of a manifest. */
export function bytesOf(manifest: ReleaseManifest): Buffer {
  return Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
}

/** Reads a manifest; returns undefined for other bytes, or where the release does not match the content. */
export function readManifest(bytes: Buffer): ReleaseManifest | undefined {
  const { data } = manifestSchema.safeParse(jsonOf(bytes));
  if (data === undefined) return undefined;
  const { release, createdAt: _createdAt, ...rest } = data;
  return releaseOf(content.parse(rest)) === release ? data : undefined;
}

/** Parses bytes as JSON; returns undefined for others. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Returns the SHA-256 in hex. */
export function sha256Of(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Names a release: the day of the newest row, and the content's digest. */
function releaseOf(made: Content): string {
  const newestMs = Math.max(...made.instruments.flatMap(({ tables }) => tables.map(({ toMs }) => toMs)));
  const day = new Date(newestMs).toISOString().slice(0, 10).replaceAll('-', '');
  return `${day}-${sha256Of(JSON.stringify(made)).slice(0, 16)}`;
}

/** An outcome is included once all candles until it are stored: a run is settled at the last one. */
function factsOf(of: Instrument, isComplete: boolean): Omit<z.input<typeof instrument>, 'tables'> {
  const { symbol, coin, kind, sizeDecimals, tickSize, minOrderUsd, prediction } = of;
  const { name, frameworkSymbols, maxLeverage } = of;
  return {
    ...{ symbol, coin, kind, sizeDecimals, tickSize, minOrderUsd },
    ...present('name', name),
    // Always in one order: a release is named by the digest of its content.
    frameworkSymbols: Object.assign({}, ...frameworkIds.map((id) => present(id, frameworkSymbols[id]))),
    ...present('maxLeverage', maxLeverage),
    ...(prediction && {
      prediction: {
        slug: prediction.slug,
        question: prediction.question,
        outcome: prediction.outcome,
        outcomes: [...prediction.outcomes],
        endDateMs: prediction.endDateMs,
        ...present('resolution', isComplete ? prediction.resolution : undefined),
        ...present('takerFees', prediction.takerFees),
      },
    }),
  };
}

/** Returns an object with a field, or an empty one where there is no value. */
function present<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  // One field of this name.
  return (value === undefined || value === null ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

function tableOf(reference: ReleasedMarket, record: StoredRecord): ReleasedTable {
  const { table: name, segments, sources, malformed } = record;
  const { columns, intervalMs } = tableKinds[name];
  return {
    name,
    columns: [...columns],
    intervalMs,
    fromMs: segments.at(0)?.fromMs ?? 0,
    toMs: segments.at(-1)?.toMs ?? 0,
    rows: rowsOf(segments),
    gaps: gapsOf(segments, intervalMs),
    ...(malformed.length > 0 && { malformed: malformed.map(({ fromMs, toMs }) => ({ fromMs, toMs })) }),
    sources: sources.map(({ source, fromMs, toMs }) => ({ source, fromMs, toMs })),
    objects: segments.map(({ sha256, fromMs, toMs, rows, gaps }) => ({
      key: releasedObjectKey(reference, sha256),
      ...{ sha256, fromMs, toMs, rows },
      gaps: gaps.map((gap) => ({ fromMs: gap.fromMs, toMs: gap.toMs })),
    })),
  };
}
