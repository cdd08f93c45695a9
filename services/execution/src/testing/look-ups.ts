import { createIdSource, type ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { ExecutionVenue, IdentifiedAction, SubmissionIdentity } from '@platform/venues/native-actions';
import { createDomain } from '../domain.js';
import { type ExecutionRecord, executionModel } from '../executions/model.js';
import { ExecutionStore } from '../executions/store.js';
import { ConstantWallets } from './domain.fixture.js';

const OWNER = 'test';
/** How long outcomes are looked up. */
const RECONCILIATION_MS = 60 * 60_000;

/** The service's look-ups of outcomes at one venue, on a database of their own. They poll by the given clock. */
export class LookUps {
  private constructor(
    private readonly connection: Connection,
    private readonly venueId: string,
    private readonly clock: ManualClock,
    private readonly domain: Awaited<ReturnType<typeof createDomain>>,
  ) {}

  static async start(database: string, venueId: string, venue: ExecutionVenue, clock: ManualClock): Promise<LookUps> {
    const uri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
    const connection = await connectMongo(uri, `test_execution_${database}`);
    await resetDatabase(connection);
    const domain = await createDomain({
      ...{ connection, clock, random: systemRandom, owner: OWNER, reconciliationMs: RECONCILIATION_MS },
      cursorSecret: new Secret(systemRandom.bytes(32)),
      providers: { wallets: new ConstantWallets(), venues: new Map([[venueId, venue]]) },
      ids: createIdSource(clock, systemRandom),
      logger: createLogger({ process: 'execution', level: 'silent' }),
    });
    await domain.reconciler?.start();
    return new LookUps(connection, venueId, clock, domain);
  }

  /** Records an action as one that was signed and perhaps sent, and whose answer is not known. */
  async add(action: IdentifiedAction, identity: SubmissionIdentity): Promise<void> {
    const store = new ExecutionStore(this.connection, this.clock, OWNER);
    const { executionId, accountId, accountAddress, actionJson, expiresAfterMs } = action;
    const reconcileUntil = new Date(this.clock.nowMs() + RECONCILIATION_MS);
    const claimed = await store.claim({
      ...{ _id: executionId, accountId, accountAddress, idempotencyKey: executionId, venue: this.venueId },
      actionType: 'order',
      intent: { requestHash: executionId, actionJson, expiresAfterMs, reconcileUntil },
    });
    const signed = claimed && (await store.move(claimed, { event: 'signed', identity }));
    const unknown = signed && (await store.move(signed, { event: 'left_unknown' }));
    if (unknown === undefined) throw new Error(`${executionId} is there already`);
    this.domain.reconciler?.wake();
  }

  async statusOf(executionId: string): Promise<ExecutionRecord['status'] | undefined> {
    return (await executionModel(this.connection).findById(executionId).lean<ExecutionRecord>())?.status;
  }

  async close(): Promise<void> {
    await this.domain.reconciler?.close();
    await this.domain.hints?.close();
    await this.connection.close();
  }
}
