import type { Clock } from '@platform/kit/clock';
import { type Connection, isDuplicateKey } from '@platform/store/mongo';
import { parseLegacyLine } from './line.js';
import { storeLines } from './lines.js';
import { type Malformed, malformed } from './parts.js';
import { type LegacyRecord, legacyModel } from './record.js';

/** The outcome of an import, in numbers of lines and records. */
export interface ImportCounts {
  /** Records that were not there before, by what may be done with them. */
  ended: number;
  active: number;
  ambiguous: number;
  /** Records that took the place of one that had not ended or was ambiguous. */
  replaced: number;
  /** Lines that are stored already. */
  unchanged: number;
  /** Records that were deleted or are past their time, and stay away. */
  removed: number;
  /** Lines that were refused. */
  refused: number;
}

/** What an import reports while it runs. */
export interface ImportReport {
  /** A line that was refused, counted from 1, and why. */
  readonly onRefused: (lineNumber: number, problem: string) => void;
  /** An unreadable record, and why. */
  readonly onAmbiguous: (id: string, reasons: readonly string[]) => void;
}

type Fate = Exclude<keyof ImportCounts, 'refused'>;

/**
 * Stores the records of an export, one JSON object per line; empty lines are skipped. Repeating it changes nothing. A line that
 * is malformed, or that differs from an ended record of its id, is refused; the others are stored.
 */
export async function importLegacyBacktests(
  lines: AsyncIterable<string> | Iterable<string>,
  { connection, clock, report }: { connection: Connection; clock: Clock; report: ImportReport },
): Promise<ImportCounts> {
  const counts: ImportCounts = { ended: 0, active: 0, ambiguous: 0, replaced: 0, unchanged: 0, removed: 0, refused: 0 };
  const records = legacyModel(connection);
  const storeLine = async (text: string) => {
    const parsed = parseLegacyLine(text);
    if (parsed.kind === 'malformed') return parsed;
    const { record } = parsed;
    const fate = await store(records, record, clock.now());
    if (typeof fate === 'string' && record.reasons !== undefined) report.onAmbiguous(record._id, record.reasons);
    return fate;
  };
  await storeLines(lines, counts, storeLine, report.onRefused);
  return counts;
}

async function store(
  records: ReturnType<typeof legacyModel>,
  record: LegacyRecord,
  importedAt: Date,
): Promise<Fate | Malformed> {
  try {
    await records.create([{ ...record, importedAt }]);
    return record.state;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const stored = await records.findById(record._id, { view: 0, strategy: 0 }).lean<LegacyRecord>();
  if (stored?.state === 'removed' || stored?.deletedAt !== undefined) return 'removed';
  if (stored?.digest === record.digest) return 'unchanged';
  const { matchedCount } = await records.replaceOne(
    { _id: record._id, state: { $in: ['active', 'ambiguous'] } },
    { ...record, importedAt },
  );
  return matchedCount === 1 ? 'replaced' : malformed(`${record._id} has ended otherwise here`);
}
