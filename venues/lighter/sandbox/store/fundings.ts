import { z } from 'zod';
import { type Journal, written } from '../../../simulation/index.js';

const fundingSchema = z.looseObject({ funding_id: z.number(), market_id: z.number(), position_side: z.string() });

/** A payment of funding as the venue shows it. */
export type ShownFunding = z.output<typeof fundingSchema>;

/** Which payments are looked for. */
interface Filter {
  /** Only those that came after one. */
  readonly after?: number;
  /** Only those that came before one. */
  readonly before?: number;
  /** Only of these markets; absent: of all. */
  readonly markets?: readonly number[] | undefined;
  /** Only of long or of short positions; absent: of both. */
  readonly side?: string | undefined;
  readonly limit: number;
}

/** What accounts have paid and received for their positions, on disk. Writes belong in a transaction of the journal. */
export class Fundings {
  constructor(private readonly journal: Journal) {}

  /** Adds a payment in the venue's form; it gets its number. */
  add(
    accountIndex: number,
    marketId: number,
    document: { readonly position_side: string; readonly [field: string]: unknown },
  ): void {
    const id = this.journal.next('funding');
    this.journal.run(
      'INSERT INTO fundings (funding_id, account_index, market_id, side, document) VALUES (?, ?, ?, ?, ?)',
      ...[id, accountIndex, marketId, document.position_side, written({ funding_id: id, ...document })],
    );
  }

  /** Returns an account's payments, the newest first. */
  of(
    accountIndex: number,
    { after = 0, before = Number.MAX_SAFE_INTEGER, markets, side, limit }: Filter,
  ): ShownFunding[] {
    const found = `SELECT document FROM fundings WHERE account_index = ? AND funding_id > ? AND funding_id < ?
      AND (? IS NULL OR market_id IN (SELECT value FROM json_each(?))) AND (? IS NULL OR side = ?)
      ORDER BY funding_id DESC LIMIT ?`;
    const among = markets === undefined ? null : JSON.stringify(markets);
    const rows = this.journal.all(
      found,
      ...[accountIndex, after, before, among, among, side ?? null, side ?? null, limit],
    );
    return rows.map((row) => fundingSchema.parse(JSON.parse(String(row['document']))));
  }
}
