// Why: docs/decisions/platform/replicas.md
import type { Connection } from '../mongo/index.js';

/** How much is spent, where how much is left, and how it is refilled. */
interface Spending {
  readonly weight: number;
  readonly needed: number;
  readonly burst: number;
  readonly perMs: number;
}

/** The part of a logger that is used. */
interface AllowanceLogger {
  warn(fields: object, message: string): void;
}

interface Allowance {
  readonly _id: string;
  readonly level: number;
  /** When it was last refilled, by the database's clock. */
  readonly filledAt: Date;
  /** Whether the last one who asked got what it asked for. */
  readonly isTaken: boolean;
}

/**
 * A level that is lost with the database's last journal entries is made up for by the part of a share that nobody spends; the wait for the
 * journal would hold up each request to a venue.
 */
const WRITE_CONCERN = { w: 1, journal: false } as const;
const LEVEL_NOW = { $ifNull: ['$level', 0] };

/**
 * What is left of the allowances that all instances of a service have together: token buckets, refilled by the database's clock. A new one
 * starts empty.
 */
export class SharedAllowances {
  readonly #allowances;

  constructor(
    connection: Connection,
    private readonly logger: AllowanceLogger,
  ) {
    this.#allowances = connection.collection<Allowance>('allowances');
  }

  /** Refills what is left, and spends the weight if `needed` is left then; returns whether, and what is left. */
  async take(
    name: string,
    { weight, needed, burst, perMs }: Spending,
  ): Promise<{ readonly isTaken: boolean; readonly level: number }> {
    const passedMs = { $max: [0, { $subtract: ['$$NOW', { $ifNull: ['$filledAt', '$$NOW'] }] }] };
    const level = { $min: [burst, { $add: [LEVEL_NOW, { $multiply: [passedMs, perMs] }] }] };
    const taken = await this.#allowances.findOneAndUpdate(
      { _id: name },
      [
        { $set: { level, filledAt: '$$NOW' } },
        { $set: { isTaken: { $gte: ['$level', needed] } } },
        { $set: { level: { $subtract: ['$level', { $cond: ['$isTaken', weight, 0] }] } } },
      ],
      { upsert: true, returnDocument: 'after', writeConcern: WRITE_CONCERN },
    );
    if (taken === null) throw new Error(`${name}: an upsert returned nothing`);
    return taken;
  }

  /** Spends the weight, whatever is left. */
  spend(name: string, weight: number): void {
    this.#write(name, { $subtract: [LEVEL_NOW, weight] });
  }

  /** Leaves nothing. */
  drain(name: string): void {
    this.#write(name, { $min: [LEVEL_NOW, 0] });
  }

  #write(name: string, level: object): void {
    const update = [{ $set: { level, filledAt: { $ifNull: ['$filledAt', '$$NOW'] } } }];
    this.#allowances
      .updateOne({ _id: name }, update, { upsert: true, writeConcern: WRITE_CONCERN })
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error, allowance: name },
          'a spending could not be written: less is left than is known',
        ),
      );
  }
}
