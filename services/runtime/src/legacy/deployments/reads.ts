// Why: docs/decisions/runtime/legacy-deployments.md
import { FairQueue } from '@platform/edge/fair-queue';
import { PlatformError } from '@platform/errors';
import type { Logger } from '@platform/observability/logging';
import type { BotLogLine } from '../../bots/log-file.js';
import { type ObservedWorkload, TooMuchToRead, type WorkloadReader } from '../../bots/workloads/workload-reader.js';
import type { LegacyDeployment, LegacyDeploymentView, LegacyWorkload } from './record.js';
import type { LegacyDeployments } from './store.js';

/** Of one account: each takes some requests of a cluster's API. */
const READS = { atOnce: 4, pieces: 200, waitMs: 2_000 };

/** A deployment of the older platform, with what its workload does now: nothing of that is kept. */
export interface LegacyDeploymentNow {
  readonly id: string;
  readonly view: LegacyDeploymentView;
  readonly workload: ObservedWorkload;
}

/** What reads of legacy deployments need. */
export interface LegacyReadParts {
  readonly store: Pick<LegacyDeployments, 'findMany'>;
  readonly reader: WorkloadReader;
  /** The namespaces that are read; none: nothing is. */
  readonly namespaces: ReadonlySet<string>;
  readonly logger: Logger;
}

/** Reads legacy deployments by their ids: status and lines, as their verified workloads have them now. */
export class LegacyDeploymentReads {
  readonly #turns = new FairQueue(READS);

  constructor(private readonly parts: LegacyReadParts) {}

  /**
   * Returns the account's legacy deployments among these ids, and those that it has and that can't be read now, with why:
   * `unsupported_runtime_record`, `service_unavailable` or `rate_limited`.
   */
  async readMany(
    accountId: string,
    ids: readonly string[],
  ): Promise<{ readonly read: LegacyDeploymentNow[]; readonly unread: ReadonlyMap<string, PlatformError> }> {
    const records = await this.parts.store.findMany(accountId, ids);
    const unread = new Map<string, PlatformError>();
    const read = await Promise.all(
      records.map((record) =>
        this.#read(accountId, record).catch((error: unknown) => {
          if (!(error instanceof PlatformError)) throw error;
          unread.set(record._id, error);
          return undefined;
        }),
      ),
    );
    return { read: read.filter((each) => each !== undefined), unread };
  }

  /**
   * Returns the newest lines that one of the account's legacy deployments logged from an instant on, ascending. Throws
   * `deployment_not_found`, `unsupported_runtime_record`, `service_unavailable`, `rate_limited` or `response_too_large`.
   */
  async readLogs(
    accountId: string,
    id: string,
    from: { readonly sinceNs: bigint; readonly limit: number },
  ): Promise<readonly BotLogLine[]> {
    const [record] = await this.parts.store.findMany(accountId, [id]);
    if (record === undefined) throw new PlatformError('deployment_not_found');
    const { workload } = await this.#read(accountId, record);
    return this.#answered(id, () => this.#turns.take(accountId, () => readLogs(workload, from)));
  }

  async #read(accountId: string, { _id: id, view, workload: known }: LegacyDeployment): Promise<LegacyDeploymentNow> {
    const { reader, namespaces } = this.parts;
    if (view === undefined || known === undefined) throw this.#refused(id, 'it is ambiguous');
    const { namespace, kind, container } = known;
    if (!namespaces.has(namespace)) throw this.#refused(id, 'its namespace is not read');
    const labels = new Map(known.labels.map(({ key, value }) => [key, value]));
    const query = { namespace, kind, labels, ...(container !== undefined && { container }) };
    const found = await this.#answered(id, () => this.#turns.take(accountId, () => reader.observe(query)));
    if (found === 'none') throw this.#refused(id, 'no workload has its labels');
    if (found === 'several') throw this.#refused(id, 'several workloads have its labels');
    const difference = differenceOf(known, found);
    if (difference !== undefined) throw this.#refused(id, difference);
    return { id, view, workload: found };
  }

  /** Only the operator is told why: names of workloads and namespaces are theirs. */
  #refused(id: string, reason: string): PlatformError {
    this.parts.logger.info({ id, reason }, 'a legacy deployment can not be read');
    return new PlatformError('unsupported_runtime_record');
  }

  async #answered<Answer>(id: string, read: () => Promise<Answer>): Promise<Answer> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      this.parts.logger.warn({ id, err: error }, 'the workload of a legacy deployment can not be looked at');
      throw new PlatformError('service_unavailable', { cause: error });
    }
  }
}

/** Lines are fewer where fewer are asked for; of anything else that is too long, nothing is known. */
async function readLogs(
  workload: ObservedWorkload,
  from: Parameters<ObservedWorkload['readLogs']>[0],
): Promise<readonly BotLogLine[]> {
  try {
    return await workload.readLogs(from);
  } catch (error) {
    if (!(error instanceof TooMuchToRead)) throw error;
    throw new PlatformError('response_too_large', { details: { maximum_bytes: error.bytesMax }, cause: error });
  }
}

/** How a workload differs from the one that a record names; undefined where it is that one. */
function differenceOf(known: LegacyWorkload, found: ObservedWorkload): string | undefined {
  if (found.namespace !== known.namespace || found.kind !== known.kind) return 'its workload is elsewhere';
  if (found.name !== known.name) return 'its workload has another name';
  if (found.uid !== known.uid) return 'another workload has its name';
  const isLabelled = known.labels.every(({ key, value }) => found.labels.get(key) === value);
  return known.labels.length > 0 && isLabelled ? undefined : 'its workload lacks a label';
}
