import type { Clock, IdSource } from '@platform/kit/clock';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { LegacyUsage } from './legacy-usage.js';
import { closeGrant, openGrant } from './updates.js';
import { type UsageRecord, usageModel } from './usage-record.js';

const WINDOW_MS = 60_000;
const DAY_MS = 86_400_000;

/** A share of a credential's allowance, as the gateway receives it. */
export interface Allowance {
  /** Identifies the grant in its report; absent when nothing was left. */
  readonly grantId?: string;
  readonly requests: number;
  readonly resetsAtMs: number;
  readonly requestsPerMinute: number;
  /** Requests left in the minute beyond all open grants. */
  readonly requestsLeft: number;
}

/** The requests that a gateway let pass on a grant. */
export interface GrantReport {
  readonly credentialId: string;
  readonly grantId: string;
  readonly requests: number;
  readonly lastRequestAtMs: number;
  /** Those among them that were for operations of the older surface. */
  readonly legacyOperations: readonly { readonly operation: string; readonly requests: number }[];
}

/** The usage of a credential. */
export interface Usage {
  readonly requestsToday: number;
  readonly lastUsedAt?: Date;
}

/**
 * Counts requests and limits them per credential and clock minute, without a write per request: gateways take grants and report how many
 * requests they let pass. Open grants count in full, so the limit is never exceeded, however many gateways there are.
 */
export class Allowances {
  readonly #usage: ReturnType<typeof usageModel>;

  constructor(
    private readonly connection: Connection,
    private readonly legacyUsage: LegacyUsage,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    /** Requests per minute for each credential. */
    readonly requestsPerMinute: number,
  ) {
    this.#usage = usageModel(connection);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#usage.createIndexes();
  }

  /** Grants a share of what is left of the credential's current minute. */
  async grant(credential: { id: string; accountId: string; expiresAt?: Date }): Promise<Allowance> {
    const nowMs = this.clock.nowMs();
    const windowMs = nowMs - (nowMs % WINDOW_MS);
    const id = this.ids.next('grant');
    const update = openGrant(
      { id, window: new Date(windowMs) },
      {
        now: new Date(nowMs),
        day: this.#today(),
        accountId: credential.accountId,
        limit: this.requestsPerMinute,
        forgetAt: credential.expiresAt,
      },
    );
    const { grants, windowRequests } = await this.#usage
      .findOneAndUpdate({ _id: credential.id }, update, { upsert: true, returnDocument: 'after', updatePipeline: true })
      .lean<UsageRecord>()
      .orFail();
    const grant = grants.find((open) => open.id === id);
    const held = grants.filter((open) => open.window.getTime() === windowMs);
    const spoken = held.reduce((sum, { allowance }) => sum + allowance, windowRequests);
    return {
      ...(grant === undefined ? {} : { grantId: id }),
      requests: grant?.allowance ?? 0,
      resetsAtMs: windowMs + WINDOW_MS,
      requestsPerMinute: this.requestsPerMinute,
      requestsLeft: Math.max(0, this.requestsPerMinute - spoken),
    };
  }

  /** Records reports and closes their grants; a report of a grant that is not open changes nothing. */
  async report(reports: readonly GrantReport[]): Promise<void> {
    const plain = reports.filter(({ legacyOperations }) => legacyOperations.length === 0);
    const updates = plain.map((report) => ({ updateOne: this.#closing(report) }));
    if (updates.length > 0) await this.#usage.bulkWrite(updates, { ordered: false });
    for (const report of reports) if (report.legacyOperations.length > 0) await this.#reportLegacy(report);
  }

  #closing({ credentialId, grantId, requests, lastRequestAtMs }: GrantReport) {
    const lastRequestAt = this.#atMost(lastRequestAtMs);
    return {
      filter: { _id: credentialId, 'grants.id': grantId },
      update: closeGrant(grantId, { requests, lastRequestAt }),
    };
  }

  /** Records a report with use of the older surface: its grant ends together with the count, so that both happen once or not at all. */
  async #reportLegacy(report: GrantReport): Promise<void> {
    const { filter, update } = this.#closing(report);
    await inTransaction(this.connection, async (session) => {
      const before = await this.#usage
        .findOneAndUpdate(filter, update, { session, returnDocument: 'before', updatePipeline: true })
        .lean<UsageRecord>();
      const grant = before?.grants.find(({ id }) => id === report.grantId);
      if (before === null || grant === undefined) return;
      const { credentialId, legacyOperations, lastRequestAtMs } = report;
      const uses = legacyOperations.map(({ operation, requests }) => ({
        credentialId,
        accountId: before.accountId,
        operation,
        requests: Math.min(requests, grant.allowance),
        lastUsedAt: this.#atMost(lastRequestAtMs),
      }));
      await this.legacyUsage.add(uses, session);
    });
  }

  /** Returns a gateway's time, which is never in the future. */
  #atMost(timeMs: number): Date {
    return new Date(Math.min(timeMs, this.clock.nowMs()));
  }

  /** Returns the usage of each of the credentials that was ever used. */
  async of(credentialIds: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    const records = await this.#usage.find({ _id: { $in: credentialIds } }).lean<UsageRecord[]>();
    const today = this.#today().getTime();
    return new Map(
      records.map(({ _id, day, requestsToday, lastUsedAt }) => [
        _id,
        {
          requestsToday: day.getTime() === today ? requestsToday : 0,
          ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
        },
      ]),
    );
  }

  /** Returns the requests since midnight UTC by all credentials of an account, and when the count resets. */
  async ofAccount(accountId: string): Promise<{ requestsToday: number; resetsAtMs: number }> {
    const day = this.#today();
    const records = await this.#usage.find({ accountId, day }, { requestsToday: 1 }).lean<UsageRecord[]>();
    const requestsToday = records.reduce((sum, record) => sum + record.requestsToday, 0);
    return { requestsToday, resetsAtMs: day.getTime() + DAY_MS };
  }

  /** Removes the usage of credentials that have ended. */
  async sweep(): Promise<void> {
    await this.#usage.deleteMany({ forgetAt: { $lte: this.clock.now() } });
  }

  #today(): Date {
    const nowMs = this.clock.nowMs();
    return new Date(nowMs - (nowMs % DAY_MS));
  }
}
