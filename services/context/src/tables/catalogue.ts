import type { Clock } from '@platform/kit/clock';
import {
  heldBy,
  type Lease,
  type LeaseFields,
  releaseLease,
  renewLease,
  takeLease,
  unleased,
} from '@platform/store/leases';
import type { Connection } from '@platform/store/mongo';
import type { Interval } from '@platform/venues/market-data';
import { rowSources, type SourceRange, type TableKind, type TableName, tableKinds } from '@platform/venues/market-data';
import { type PipelineStage, Schema } from 'mongoose';
import type { Segment, SegmentPlace } from './segments.js';

/** The stored contents of a table. */
export interface TableContents {
  readonly segments: readonly Segment[];
  /** The sources of its rows: every row lies in one of these ranges. */
  readonly sources: readonly SourceRange[];
  /** Removed stretches that are requested from the venue once more. */
  readonly refill: readonly Interval[];
}

/** A table of a market: its stored contents, and when the collector checks it next. */
export interface TableRecord extends TableContents, LeaseFields {
  readonly _id: string;
  readonly venue: string;
  /** Canonical symbol. */
  readonly symbol: string;
  readonly table: TableName;
  /** When gaps were last searched; null before the first rows. */
  readonly auditedAt: Date | null;
  /** When everything that the venue then had was last stored; null before the first time. */
  readonly collectedAt: Date | null;
  /** When the collector checks the table next; null: never, since its market is closed. */
  readonly dueAt: Date | null;
  /** When its market was first seen closed; absent while it trades. */
  readonly closedAt?: Date | null;
  readonly priority: number;
  /** Consecutive failed collections. */
  readonly failures: number;
  /** Whether it is collected only while an account asks for its market; absent for what the operator has collected. */
  readonly isRequested?: boolean;
}

/** How far the first collection of a table has come. */
export interface TableProgress extends Pick<TableRecord, 'table' | 'collectedAt' | 'dueAt'> {
  /** Its oldest and newest stored segments; undefined before its first rows. */
  readonly first: Interval | undefined;
  readonly last: Interval | undefined;
}

/** The part of a record that reading rows needs; gaps, which may be many, are left out. */
export interface StoredRows extends TableReference {
  readonly segments: readonly SegmentPlace[];
  readonly sources: readonly SourceRange[];
}

/** Names a table. */
export interface TableReference {
  readonly venue: string;
  readonly symbol: string;
  readonly table: TableName;
}

/** Names all tables of some symbols. */
interface SymbolsOf {
  readonly venue: string;
  readonly symbols: readonly string[];
}

const intervalSchema = new Schema({ fromMs: Number, toMs: Number }, { _id: false });

const segmentSchema = new Schema(
  { key: String, sha256: String, fromMs: Number, toMs: Number, rows: Number, gaps: [intervalSchema] },
  { _id: false },
);

const sourceSchema = new Schema(
  { source: { type: String, enum: rowSources }, fromMs: Number, toMs: Number },
  { _id: false },
);

const tableSchema = new Schema<TableRecord>(
  {
    _id: { type: String, required: true },
    venue: { type: String, required: true },
    symbol: { type: String, required: true },
    table: { type: String, required: true, enum: Object.keys(tableKinds) },
    segments: { type: [segmentSchema], required: true },
    sources: { type: [sourceSchema], required: true },
    refill: { type: [intervalSchema], required: true },
    auditedAt: { type: Date, default: null },
    collectedAt: { type: Date, default: null },
    dueAt: { type: Date, default: null },
    closedAt: Date,
    priority: { type: Number, required: true },
    failures: { type: Number, required: true },
    isRequested: Boolean,
    lease: { type: new Schema({ owner: String, epoch: Number, expiresAt: Date }, { _id: false }) },
  },
  { collection: 'tables', versionKey: false },
)
  .index({ venue: 1, symbol: 1, table: 1 }, { unique: true })
  .index({ priority: 1, dueAt: 1 });

function tableModel(connection: Connection) {
  return connection.model('Table', tableSchema);
}

/** Another process holds the table by now: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Short, so that a killed process's table is soon free; the holder renews it three times as often. */
const LEASE_MS = 8_000;
const SEGMENT_PLACE = Object.fromEntries(
  ['key', 'sha256', 'fromMs', 'toMs', 'rows'].map((field) => [`segments.${field}`, 1] as const),
);
const EMPTY = { segments: [], sources: [], refill: [], auditedAt: null, collectedAt: null, failures: 0 };

/** The catalogue of stored tables, one record per table. Only the holder of a table's lease changes its segments. */
export class Catalogue {
  readonly #tables: ReturnType<typeof tableModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
    private readonly leaseMs: number = LEASE_MS,
  ) {
    this.#tables = tableModel(connection);
  }

  /** Creates the indexes. */
  async initialize(): Promise<void> {
    await this.#tables.createIndexes();
  }

  /** Creates the missing tables of markets, due at once; `isRequested` where only accounts ask for them. */
  async register(
    venue: string,
    symbols: readonly string[],
    kinds: readonly TableKind[],
    origin: { readonly isRequested?: true } = {},
  ): Promise<void> {
    const dueAt = this.clock.now();
    const tables = symbols.flatMap((symbol) => kinds.map((kind) => ({ venue, symbol, kind })));
    await this.#tables.bulkWrite(
      tables.map(({ symbol, kind: { name: table, priority } }) => ({
        updateOne: {
          filter: { _id: idOf({ venue, symbol, table }) },
          update: {
            $setOnInsert: { ...EMPTY, ...origin, venue, symbol, table, dueAt, priority },
          },
          upsert: true,
        },
      })),
    );
  }

  /** Has tables that only accounts asked for collected for good: the operator lists their markets now. */
  async adopt(venue: string, symbols: readonly string[]): Promise<void> {
    const requested = { venue, symbol: { $in: [...symbols] }, isRequested: true };
    await this.#tables.updateMany(requested, { $unset: { isRequested: 1 } });
  }

  /** Returns the symbols of a venue that are collected by request alone. */
  async requestedSymbols(venue: string): Promise<string[]> {
    return this.#tables.distinct('symbol', { venue, isRequested: true });
  }

  /** Stops collecting the tables of markets; stored rows stay. */
  async retire(venue: string, symbols: readonly string[]): Promise<void> {
    await this.#tables.updateMany({ venue, symbol: { $in: [...symbols] } }, { $set: { dueAt: null } });
  }

  /** Schedules the tables of markets that are seen closed for the first time, as far as they are still collected. */
  async finish(venue: string, closedSymbols: readonly string[]): Promise<void> {
    const now = this.clock.now();
    const collected = { venue, symbol: { $in: [...closedSymbols] }, dueAt: { $ne: null }, failures: 0 };
    await this.#tables.updateMany({ ...collected, closedAt: null }, { $set: { dueAt: now, closedAt: now } });
  }

  /** Resumes the tables of markets that trade. */
  async revive(venue: string, activeSymbols: readonly string[]): Promise<void> {
    const active = { venue, symbol: { $in: [...activeSymbols] } };
    await this.#tables.updateMany({ ...active, closedAt: { $ne: null } }, { $unset: { closedAt: 1 } });
    await this.#tables.updateMany({ ...active, dueAt: null }, { $set: { dueAt: this.clock.now() } });
  }

  /** Takes the lease of the first due table, of one venue or of any; returns undefined when none is due. */
  async takeDue(owner: string, venue?: string): Promise<TableRecord | undefined> {
    const due = { dueAt: { $ne: null, $lte: this.clock.now() } };
    return this.#take(venue === undefined ? due : { ...due, venue }, owner);
  }

  /** Takes the lease of one table; returns undefined when another process holds it or it doesn't exist. */
  async take(reference: TableReference, owner: string): Promise<TableRecord | undefined> {
    return this.#take({ _id: idOf(reference) }, owner);
  }

  async #take(filter: object, owner: string): Promise<TableRecord | undefined> {
    const taken = await this.#tables
      .findOneAndUpdate({ $and: [filter, unleased()] }, [takeLease(owner, this.leaseMs)], {
        sort: { priority: 1, dueAt: 1 },
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<TableRecord>();
    return taken ?? undefined;
  }

  /** Renews a table's lease. Throws `LeaseLostError`. */
  async renew(tableId: string, lease: Lease): Promise<void> {
    await this.#write(tableId, lease, [renewLease(this.leaseMs)]);
  }

  /** Replaces a table's stored contents in one step. Throws `LeaseLostError`. */
  async commit(tableId: string, lease: Lease, { segments, sources, refill }: TableContents): Promise<void> {
    const contents = { segments: { $literal: segments }, sources: { $literal: sources }, refill: { $literal: refill } };
    await this.#write(tableId, lease, [
      { $set: { ...contents, auditedAt: this.clock.now() } },
      renewLease(this.leaseMs),
    ]);
  }

  /** Makes the collector check a table soon, unless its market is closed. Throws `LeaseLostError`. */
  async hasten(tableId: string, lease: Lease): Promise<void> {
    const dueAt = { $cond: [{ $eq: ['$dueAt', null] }, null, this.clock.now()] };
    await this.#write(tableId, lease, [{ $set: { dueAt } }]);
  }

  /** Releases a table after everything available was stored; due again at `dueAt`, or never. Throws `LeaseLostError`. */
  async complete(tableId: string, lease: Lease, dueAt: Date | null): Promise<void> {
    await this.#release(tableId, lease, { dueAt, failures: 0, refill: [], collectedAt: this.clock.now() });
  }

  /** Releases a table after a failure; due again at `dueAt`. Throws `LeaseLostError`. */
  async postpone(tableId: string, lease: Lease, failure: { dueAt: Date; failures: number }): Promise<void> {
    await this.#release(tableId, lease, failure);
  }

  async #release(
    tableId: string,
    lease: Lease,
    { dueAt, ...fields }: { dueAt: Date | null; failures: number; refill?: []; collectedAt?: Date },
  ): Promise<void> {
    await this.#write(tableId, lease, [
      // A market that was closed meanwhile stays retired.
      { $set: { ...fields, dueAt: { $cond: [{ $eq: ['$dueAt', null] }, null, dueAt] } } },
      releaseLease(),
    ]);
  }

  /** Releases a table unchanged. */
  async abandon(tableId: string, lease: Lease): Promise<void> {
    await this.#write(tableId, lease, [releaseLease()]);
  }

  async #write(tableId: string, lease: Lease, update: PipelineStage.Set[]): Promise<void> {
    const { matchedCount } = await this.#tables.updateOne({ _id: tableId, ...heldBy(lease) }, update, {
      updatePipeline: true,
    });
    if (matchedCount === 0) throw new LeaseLostError(`the lease of ${tableId} is lost`);
  }

  /** Returns one table. */
  async find(reference: TableReference): Promise<TableRecord | undefined> {
    return (await this.#tables.findById(idOf(reference)).lean<TableRecord>()) ?? undefined;
  }

  /** Returns several tables, by one query; those that exist, in any order. */
  async findAll(references: readonly TableReference[]): Promise<TableRecord[]> {
    return this.#tables.find({ _id: { $in: references.map(idOf) } }).lean<TableRecord[]>();
  }

  /** Returns what reading the rows of several tables needs, by one query; of those that exist, in any order. */
  async rowsOf(references: readonly TableReference[]): Promise<StoredRows[]> {
    const fields = { venue: 1, symbol: 1, table: 1, sources: 1, ...SEGMENT_PLACE } as const;
    return this.#tables.find({ _id: { $in: references.map(idOf) } }, fields).lean<StoredRows[]>();
  }

  /** Returns the tables that hold rows, of all markets or of those named, in the order of venue, symbol and table. */
  async stored(filter: { venue?: string; symbol?: string }): Promise<TableRecord[]> {
    return this.#tables
      .find({ ...filter, 'segments.0': { $exists: true } })
      .sort({ venue: 1, symbol: 1, table: 1 })
      .lean<TableRecord[]>();
  }

  /** Returns whether every table of an instrument, including empty ones, was collected for the last time. */
  async isComplete({ venue, symbol }: { venue: string; symbol: string }): Promise<boolean> {
    return (await this.#tables.exists({ venue, symbol, dueAt: { $ne: null } })) === null;
  }

  /** Returns some table of a venue that holds rows; undefined while nothing is stored. */
  async example(venue: string): Promise<TableRecord | undefined> {
    const record = await this.#tables.findOne({ venue, 'segments.0': { $exists: true } }).lean<TableRecord>();
    return record ?? undefined;
  }

  /** Returns the symbols of a venue for which a table holds rows. */
  async symbolsWith(venue: string, table: TableName): Promise<Set<string>> {
    return new Set(await this.#tables.distinct('symbol', { venue, table, 'segments.0': { $exists: true } }));
  }

  /** Returns the symbols of a venue that have stored rows while no table waits for its first collection. */
  async collectedSymbols(venue: string, failuresMax: number): Promise<string[]> {
    const isWaiting = {
      $and: [{ $eq: ['$collectedAt', null] }, { $ne: ['$dueAt', null] }, { $lt: ['$failures', failuresMax] }],
    };
    const symbols = await this.#tables.aggregate<{ _id: string }>([
      { $match: { venue } },
      {
        $group: {
          _id: '$symbol',
          waiting: { $max: isWaiting },
          stored: { $max: { $gt: [{ $size: '$segments' }, 0] } },
        },
      },
      { $match: { waiting: false, stored: true } },
      { $sort: { _id: 1 } },
    ]);
    return symbols.map(({ _id }) => _id);
  }

  /** Returns the symbols of a venue with a table that waits for its first collection. */
  async waitingSymbols(venue: string, failuresMax: number): Promise<string[]> {
    const waiting = { venue, collectedAt: null, dueAt: { $ne: null }, failures: { $lt: failuresMax } };
    return this.#tables.distinct('symbol', waiting);
  }

  /** Makes the collector check all tables of these symbols, which are due from a time on; returns how many there are. */
  async hastenAll({ venue, symbols }: SymbolsOf, dueAt: Date): Promise<number> {
    const filter = { venue, symbol: { $in: [...symbols] }, dueAt: { $ne: null } };
    return (await this.#tables.updateMany(filter, { $set: { dueAt } })).matchedCount;
  }

  /** Returns how many of the tables of these symbols were collected since a time at which they were due, and how many failed. */
  async progressSince({ venue, symbols }: SymbolsOf, since: Date): Promise<{ done: number; failed: number }> {
    const filter = { venue, symbol: { $in: [...symbols] }, dueAt: { $gt: since } };
    const [done, failed] = await Promise.all([
      this.#tables.countDocuments({ ...filter, collectedAt: { $gte: since } }),
      this.#tables.countDocuments({ ...filter, failures: { $gt: 0 } }),
    ]);
    return { done, failed };
  }

  /** Returns how far the first collections of all tables of these symbols have come. */
  async progressOf({ venue, symbols }: SymbolsOf): Promise<TableProgress[]> {
    const fields = { table: 1, collectedAt: 1, dueAt: 1, 'segments.fromMs': 1, 'segments.toMs': 1 } as const;
    const records = await this.#tables
      .find({ venue, symbol: { $in: [...symbols] } }, fields)
      .lean<(Pick<TableRecord, 'table' | 'collectedAt' | 'dueAt'> & { segments: Interval[] })[]>();
    return records.map(({ table, collectedAt, dueAt, segments }) => ({
      ...{ table, collectedAt, dueAt },
      ...{ first: segments.at(0), last: segments.at(-1) },
    }));
  }

  /** Returns the tables of one name, of some venues, that were never fully collected, and how often each has failed. */
  async waitingFor(table: TableName, venues: readonly string[]): Promise<{ failures: number }[]> {
    return this.#tables
      .find({ venue: { $in: [...venues] }, table, collectedAt: null, dueAt: { $ne: null } }, { failures: 1 })
      .lean<{ failures: number }[]>();
  }
}

function idOf({ venue, symbol, table }: TableReference): string {
  return `${venue}/${symbol}/${table}`;
}
