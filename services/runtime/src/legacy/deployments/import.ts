import type { Clock } from '@platform/kit/clock';
import { type Connection, isDuplicateKey } from '@platform/store/mongo';
import type { ImportReport } from '../import.js';
import { storeLines } from '../lines.js';
import { type Malformed, malformed } from '../parts.js';
import { parseLegacyDeployment } from './line.js';
import { type LegacyDeployment, legacyDeploymentModel } from './record.js';

/** The outcome of an import, in numbers of lines and records. */
interface ImportCounts {
  /** Records that were not there before, by whether they may be read. */
  readable: number;
  ambiguous: number;
  /** Records that took the place of one of the same account. */
  replaced: number;
  /** Lines that are stored already. */
  unchanged: number;
  /** Lines that were refused. */
  refused: number;
}

/**
 * Stores the deployments of an export, one JSON object per line; empty lines are skipped. Repeating it changes nothing, and none of this
 * platform's own deployments is touched. A line that is malformed, or whose id is another account's here, is refused; the others are stored.
 */
export async function importLegacyDeployments(
  lines: AsyncIterable<string> | Iterable<string>,
  { connection, clock, report }: { connection: Connection; clock: Clock; report: ImportReport },
): Promise<ImportCounts> {
  const counts: ImportCounts = { readable: 0, ambiguous: 0, replaced: 0, unchanged: 0, refused: 0 };
  const records = legacyDeploymentModel(connection);
  await records.createIndexes();
  const storeLine = async (text: string) => {
    const parsed = parseLegacyDeployment(text);
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
  records: ReturnType<typeof legacyDeploymentModel>,
  record: LegacyDeployment,
  importedAt: Date,
): Promise<Exclude<keyof ImportCounts, 'refused'> | Malformed> {
  if (await isAnothers(records, record)) return malformed('its workload belongs to another account here');
  try {
    await records.create([{ ...record, importedAt }]);
    return record.state;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const stored = await records.findById(record._id, { digest: 1 }).lean<Pick<LegacyDeployment, 'digest'>>();
  if (stored?.digest === record.digest) return 'unchanged';
  // One that named no account is nobody's yet.
  const accounts = { $in: [record.accountId ?? null, null] };
  const { matchedCount } = await records.replaceOne(
    { _id: record._id, accountId: accounts },
    { ...record, importedAt },
  );
  return matchedCount === 1 ? 'replaced' : malformed(`${record._id} belongs to another account here`);
}

/** Two accounts never read one workload, whatever an export says. */
async function isAnothers(
  records: ReturnType<typeof legacyDeploymentModel>,
  { accountId, workload }: LegacyDeployment,
): Promise<boolean> {
  if (workload === undefined || accountId === undefined) return false;
  const same = { 'workload.namespace': workload.namespace, 'workload.uid': workload.uid };
  return (await records.exists({ ...same, accountId: { $ne: accountId } })) !== null;
}
