import { createHash } from 'node:crypto';
import { FairQueue } from '@platform/edge/fair-queue';
import { PlatformError } from '@platform/errors';
import type { Mandate } from '@platform/keys/mandates';
import type { Clock, IdSource } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { CreateDeploymentRequest } from '@platform/protos/runtime';
import {
  type ClientSession,
  type Connection,
  type IdempotencyRecords,
  inTransaction,
  requireIdempotencyKey,
} from '@platform/store/mongo';
import { offers, takerOrderFeeRate, type VenueOffering, venueRow } from '@platform/venues/registry';
import { canonicalSymbols, requirePair } from '../backtests/canonical-symbols.js';
import type { MarketData } from '../backtests/market-data.js';
import { requireValid } from '../backtests/preparation.js';
import type { Framework } from '../frameworks/framework.js';
import { type Frameworks, listedVersion } from '../frameworks/versions.js';
import { capitalOf } from '../live/capital.js';
import type { LiveDeployments } from '../live/live-deployments.js';
import { mandatedTerms, requireMandated } from './actions/mandate.js';
import { symbolsOfConfig } from './config-symbols.js';
import type { Placing } from './placing.js';
import type { DeploymentRecord, DeploymentStrategy } from './record.js';
import { type DeploymentRequest, parseDeploymentRequest } from './request.js';
import type { DeploymentStore } from './store.js';

/** The record as it was created, and whether that was by an earlier request under the same key. */
export interface DeploymentCreated {
  readonly deployment: DeploymentRecord;
  readonly replayed: boolean;
}

interface Call {
  readonly accountId: string;
  readonly requestId: string;
  /** The limits of the calling key. */
  readonly mandate?: Mandate | undefined;
}

interface CreationParts {
  readonly connection: Connection;
  readonly store: DeploymentStore;
  readonly idempotency: IdempotencyRecords;
  readonly frameworks: Frameworks;
  readonly marketData: Pick<MarketData, 'requireMarkets'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly live: Pick<LiveDeployments, 'requireOn' | 'begin'>;
  readonly placing: Pick<Placing, 'ofCreated'>;
  /** Called for a version that a request names and that is not ready. */
  readonly want: (version: Framework) => void;
}

interface Entry {
  readonly record: DeploymentRecord;
  readonly strategy: DeploymentStrategy;
}

const OPERATION = 'createDeployment';
/** Of one account in this process; each check is a process of its own. What it may keep is counted by the store, for all processes. */
const ONE_AT_A_TIME = { atOnce: 1, pieces: 50, waitMs: 20_000 };
/** Not deleted ones of an account: what doesn't run takes space too. */
const KEPT_MAX = 200;

/** Turns requests into recorded deployments, or refuses them. */
export class DeploymentCreation {
  readonly #turns = new FairQueue(ONE_AT_A_TIME);

  constructor(private readonly parts: CreationParts) {}

  /**
   * Validates a request completely and records it; a repeated key returns the first answer, whatever has changed since. The setup of a live
   * one begins once it is recorded.
   */
  async create(request: CreateDeploymentRequest, call: Call): Promise<DeploymentCreated> {
    const created = await this.#create(request, call);
    if (!created.replayed && created.deployment.mode === 'live') {
      killPoint('live.after_record');
      await this.parts.live.begin(created.deployment);
    }
    return created;
  }

  async #create(request: CreateDeploymentRequest, call: Call): Promise<DeploymentCreated> {
    const { idempotencyKey, ...body } = request;
    const { connection, idempotency } = this.parts;
    return this.#turns.take(call.accountId, async () => {
      if (idempotencyKey === undefined) {
        const entry = await this.#check(parseDeploymentRequest(request), call);
        return {
          deployment: await inTransaction(connection, (session) => this.#admit(entry, session)),
          replayed: false,
        };
      }
      const key = requireIdempotencyKey(idempotencyKey);
      const identity = { accountId: call.accountId, operation: OPERATION, key, request: body };
      const earlier = await idempotency.find<DeploymentRecord>(identity);
      if (earlier !== undefined) return { deployment: earlier, replayed: true };
      const entry = await this.#check(parseDeploymentRequest(request), call);
      const { response, replayed } = await idempotency.once(identity, (session) => this.#admit(entry, session));
      return { deployment: response, replayed };
    });
  }

  async #check(request: DeploymentRequest, { accountId, requestId, mandate }: Call): Promise<Entry> {
    const { framework: frameworkId, venue, code, config } = request;
    const capital = this.#requireLive(request);
    requirePair(frameworkId, venue);
    const symbols = symbolsOfConfig(frameworkId, config);
    const canonical = canonicalSymbols(frameworkId, venue, symbols);
    if (!offers(venue, 'paper')) throw new PlatformError('feature_not_available');
    requireMandated(mandate, { venue, canonicalSymbols: canonical }, this.parts.clock);
    const terms = termsOf(mandate, capital, request.alive_until);
    const region = regionOf(venue, request.region);
    this.#requireFuture(request.alive_until);
    const framework = listedVersion(this.parts.frameworks, request);
    const id = this.parts.ids.next('dpl');
    await this.#requireRunnable(framework, { code, configJson: config, symbols }, request.mode);
    const cause = { accountId, cause: `deployment ${id}`, requestId };
    await this.parts.marketData.requireMarkets({ venue, symbols, canonicalSymbols: canonical }, cause);
    const record: DeploymentRecord = {
      _id: id,
      accountId,
      name: request.name,
      uniqueName: request.name,
      status: 'created',
      mode: request.mode,
      framework: { id: frameworkId, imageDigest: framework.describe().imageDigest },
      venue,
      region,
      symbols,
      canonicalSymbols: canonical,
      codeSha256: createHash('sha256').update(code).digest('hex'),
      feeRate: takerOrderFeeRate(venue),
      // Until it is known whether the account has what it is to run with elsewhere.
      node: this.parts.store.node,
      generation: 0,
      stopsWhenFlat: false,
      ...terms,
      onExpiry: request.on_expiry,
      restarts: 0,
      restartsInARow: 0,
      createdAt: this.parts.clock.now(),
    };
    return { record, strategy: { _id: id, code, configJson: config } };
  }

  /** Returns the capital of a live deployment; undefined on paper, which needs none of this. */
  #requireLive({ mode, framework, venue, config, credentials_type: type }: DeploymentRequest): MicroUsdc | undefined {
    if (mode === 'paper') return undefined;
    this.parts.live.requireOn();
    if (type === 'self_custody' || framework !== 'freqtrade') throw new PlatformError('feature_not_available');
    const { minimumDepositUsd } = venueRow(venue);
    if (!offers(venue, 'setup') || minimumDepositUsd === undefined) throw new PlatformError('feature_not_available');
    return capitalOf(config, minimumDepositUsd);
  }

  async #requireRunnable(
    framework: Framework,
    source: Parameters<Framework['validate']>[0],
    mode: DeploymentRequest['mode'],
  ): Promise<void> {
    const { status } = framework.describe();
    if (status !== 'ready') {
      this.parts.want(framework);
      const message =
        status === 'failed' ? 'The framework could not be installed.' : 'The framework is being installed.';
      throw new PlatformError('service_unavailable', { message });
    }
    await requireValid(framework, source, mode);
  }

  #requireFuture(aliveUntil: Date | undefined): void {
    if (aliveUntil === undefined || aliveUntil > this.parts.clock.now()) return;
    throw new PlatformError('invalid_request', {
      details: [{ path: 'alive_until', message: 'must be in the future' }],
    });
  }

  async #admit({ record: checked, strategy }: Entry, session: ClientSession): Promise<DeploymentRecord> {
    const { store, placing } = this.parts;
    const { accountId } = checked;
    await store.takeTurn(accountId, session);
    const kept = await store.countKept(accountId, session);
    if (kept >= KEPT_MAX)
      throw new PlatformError('rate_limited', {
        message: `The account has ${KEPT_MAX} deployments already: delete one first.`,
        details: { limit: 'deployments', maximum: KEPT_MAX, kept },
      });
    const record = { ...checked, node: await placing.ofCreated(checked, session) };
    await store.insert(record, strategy, session);
    return record;
  }
}

/** What a deployment may use, and until when; on paper no more than its end. */
function termsOf(
  mandate: Mandate | undefined,
  capital: MicroUsdc | undefined,
  aliveUntil: Date | undefined,
): Pick<DeploymentRecord, 'capitalUsd' | 'mandate' | 'aliveUntil'> {
  if (capital === undefined) return aliveUntil === undefined ? {} : { aliveUntil };
  const capitalUsd = formatUsd(capital);
  return { capitalUsd, ...mandatedTerms(mandate, { capitalUsd, aliveUntil }) };
}

function regionOf(venue: VenueOffering<'paper'>, wanted: string | undefined): string {
  const { regions } = venueRow(venue);
  const region = wanted ?? regions[0];
  if (region !== undefined && regions.includes(region)) return region;
  throw new PlatformError('invalid_request', {
    details: [{ path: 'region', message: `must be one of ${regions.join(', ')}` }],
  });
}
