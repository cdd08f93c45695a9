import { PlatformError } from '@platform/errors';
import { createIdSource, ManualClock, systemClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import type { SubmitExecutionRequest } from '@platform/protos/execution';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { HyperliquidClient } from '@platform/venues/hyperliquid/client';
import { HyperliquidVenue } from '@platform/venues/hyperliquid/execution';
import type { ExecutionVenue, RequestedAction } from '@platform/venues/native-actions';
import { createDomain } from '../domain.js';
import { type ExecutionRecord, executionModel } from '../executions/model.js';
import type { Submitter } from '../mandates/mandated-use.js';
import type { TradingWallets } from '../wallets/trading-wallets.js';
import { StubVenue } from './stub-venue.js';

export const ADDRESS = '0x1000000000000000000000000000000000000001';
export const START_MS = 1_700_000_000_000;
const VENUE_TIMEOUT_MS = 1_000;
const WAIT_MS_MAX = 60_000;
/** How long outcomes are looked up. */
const RECONCILIATION_MS = 60_000;

/** Knows one address per account and signs with a constant. */
export class ConstantWallets implements TradingWallets {
  readonly signed: RequestedAction[] = [];
  /** Called before each signature. */
  beforeSigning: () => Promise<void> = async () => {};
  checkReachable: () => Promise<void> = async () => {};

  async resolve({ address }: { address: string | undefined }): Promise<string> {
    if (address !== undefined && address !== ADDRESS) throw new PlatformError('account_not_owned');
    return ADDRESS;
  }

  async sign(_venue: string, action: RequestedAction) {
    await this.beforeSigning();
    this.signed.push(action);
    const nonce = START_MS + this.signed.length;
    return { nonce, actionHash: `0x${'1'.repeat(64)}`, signatureJson: '{"r":"0x1","s":"0x2","v":27}' };
  }

  /** The venue of these tests shows everybody's orders to everybody. */
  async readHeaders() {
    return {};
  }

  /** The venue of these tests shows every action itself. */
  async lookUp(): Promise<never> {
    throw new PlatformError('feature_not_available');
  }
}

/** What a venue may have besides. */
type VenueAdditions = Partial<Pick<ExecutionVenue, 'settlement' | 'laterMs' | 'ownStreams'>>;

/** The whole service except its gRPC server, on its own database, with a stub venue and a manual clock. */
export class TestDomain {
  private constructor(
    readonly connection: Connection,
    readonly clock: ManualClock,
    readonly venue: StubVenue,
    readonly wallets: ConstantWallets,
    private readonly additions: VenueAdditions,
    private readonly client: HyperliquidClient,
    private readonly domain: Awaited<ReturnType<typeof createDomain>>,
  ) {}

  /** The venue has what is added to it; without that its trades are final at once, and nothing is carried out late. */
  static async start(database: string, additions: VenueAdditions = {}): Promise<TestDomain> {
    const connection = await connectMongo(
      new Secret(process.env['TEST_MONGODB_URI'] ?? ''),
      `test_execution_${database}`,
    );
    await resetDatabase(connection);
    const parts = { clock: new ManualClock(START_MS), venue: await StubVenue.start(), wallets: new ConstantWallets() };
    return TestDomain.#build(connection, { ...parts, additions });
  }

  /** Returns the domain as after a crash and restart: nothing was closed, the owner is the same. */
  async restarted(): Promise<TestDomain> {
    return TestDomain.#build(this.connection, this.#surroundings());
  }

  #surroundings() {
    const { clock, venue, wallets, additions } = this;
    return { clock, venue, wallets, additions };
  }

  static async #build(
    connection: Connection,
    surroundings: Pick<TestDomain, 'clock' | 'venue' | 'wallets'> & { readonly additions: VenueAdditions },
  ): Promise<TestDomain> {
    const { clock, venue, wallets, additions } = surroundings;
    const client = new HyperliquidClient({
      ...{ url: venue.url, attemptTimeoutMs: VENUE_TIMEOUT_MS, clock: systemClock },
      weightPerMinute: 10_000_000,
    });
    const hyperliquid: ExecutionVenue = Object.assign(new HyperliquidVenue(client, wallets, clock), additions);
    const domain = await createDomain({
      ...{ connection, clock },
      cursorSecret: new Secret(systemRandom.bytes(32)),
      providers: {
        wallets,
        venues: new Map([['hyperliquid', hyperliquid]]),
      },
      ids: createIdSource(clock, systemRandom),
      random: systemRandom,
      logger: createLogger({ process: 'execution', level: 'silent' }),
      owner: 'test',
      reconciliationMs: RECONCILIATION_MS,
    });
    return new TestDomain(connection, clock, venue, wallets, additions, client, domain);
  }

  submit(action: object, overrides: Partial<SubmitExecutionRequest & Pick<Submitter, 'accountId' | 'mandate'>> = {}) {
    const { accountId = 'acc_1', mandate, ...rest } = overrides;
    const request = { venue: 'hyperliquid', idempotencyKey: 'k1', actionJson: JSON.stringify(action), ...rest };
    const submitter = { accountId, credentialId: `key_${accountId}`, ...(mandate && { mandate }) };
    return this.domain.submission.submit(submitter, request, `token of ${accountId}`);
  }

  async startReconciler(): Promise<void> {
    await this.domain.reconciler?.start();
  }

  async startSettlements(): Promise<void> {
    await this.domain.settlements?.start();
  }

  isOperational(): Promise<boolean> {
    return this.domain.checkOperational().then(
      () => true,
      () => false,
    );
  }

  /** Returns the only record. */
  async record(): Promise<ExecutionRecord> {
    const [record, ...others] = await this.records();
    if (record === undefined || others.length > 0) throw new Error('not exactly one record');
    return record;
  }

  records(): Promise<ExecutionRecord[]> {
    return executionModel(this.connection).find().lean<ExecutionRecord[]>();
  }

  /** Waits until the only record has the status, and advances the clock meanwhile. */
  async until(status: ExecutionRecord['status'], stepMs = 100): Promise<ExecutionRecord> {
    const giveUpAtMs = performance.now() + WAIT_MS_MAX;
    for (;;) {
      const record = await this.record();
      if (record.status === status) return record;
      if (performance.now() > giveUpAtMs) throw new Error(`the record is still ${record.status}`);
      this.clock.advance(stepMs);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Empties the database and forgets what was sent. */
  async reset(): Promise<void> {
    await executionModel(this.connection).deleteMany({});
    this.venue.sent.length = 0;
    this.venue.infos.length = 0;
    this.wallets.signed.length = 0;
    this.wallets.beforeSigning = async () => {};
    this.venue.onSent = async () => {};
  }

  /** Stops the reconciler and the connections to the venue. */
  async stop(): Promise<void> {
    await this.domain.reconciler?.close();
    await this.domain.hints?.close();
    await this.domain.settlements?.close();
    await this.client.close();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.venue.close();
    await this.connection.close();
  }
}
