// Why: docs/decisions/platform/replicas.md
import type { Connection } from '../mongo/index.js';

/** How much may be spent at once, and how fast that is refilled. */
interface Rates {
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
    { weight, needed, ...rates }: { readonly weight: number; readonly needed: number } & Rates,
  ): Promise<{ readonly isTaken: boolean; readonly level: number }> {
    const taken = await this.#allowances.findOneAndUpdate(
      { _id: name },
      [
        refilled(rates),
        { $set: { isTaken: { $gte: ['$level', needed] } } },
        { $set: { level: { $subtract: ['$level', { $cond: ['$isTaken', weight, 0] }] } } },
      ],
      { upsert: true, returnDocument: 'after', writeConcern: WRITE_CONCERN },
    );
    if (taken === null) throw new Error(`${name}: an upsert returned nothing`);
    return taken;
  }

  /** Refills what is left, and spends the weight, whatever is left. */
  spend(name: string, weight: number, rates: Rates): void {
    this.#write(name, rates, { $subtract: ['$level', weight] });
  }

  /** Leaves nothing. */
  drain(name: string, rates: Rates): void {
    this.#write(name, rates, { $min: ['$level', 0] });
  }

  #write(name: string, rates: Rates, level: object): void {
    this.#allowances
      .updateOne({ _id: name }, [refilled(rates), { $set: { level } }], { upsert: true, writeConcern: WRITE_CONCERN })
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error, allowance: name },
          'a spending could not be written: less is left than is known',
        ),
      );
  }
}

/** The stage that refills what is left by the time since it was last done; before the first time nothing is. */
function refilled({ burst, perMs }: Rates) {
  const passedMs = { $max: [0, { $subtract: ['$$NOW', { $ifNull: ['$filledAt', '$$NOW'] }] }] };
  const level = { $min: [burst, { $add: [{ $ifNull: ['$level', 0] }, { $multiply: [passedMs, perMs] }] }] };
  return { $set: { level, filledAt: '$$NOW' } };
}
