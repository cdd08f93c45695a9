// Why: docs/decisions/runtime/live-deployments.md
import { FairQueue } from '@platform/edge/fair-queue';
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import { parseUsd } from '@platform/kit/money';
import type { Logger } from '@platform/observability/logging';
import type { ClientSession } from '@platform/store/mongo';
import { venueRow } from '@platform/venues/registry';
import type { BotMarket, LiveBot } from '../bots/placement.js';
import { mandatedLeverage } from '../deployments/actions/mandate.js';
import type { MarketsOf } from '../deployments/instruments.js';
import type { DeploymentRecord } from '../deployments/record.js';
import type { DeploymentStore, Fields } from '../deployments/store.js';
import { AccountWatch } from './account-watch.js';
import { areEntriesBlocked, unknownPositions } from './differences.js';
import type { LiveProxies, ProxiedBot, ProxiedPlace } from './venue-proxies.js';
import { type CapitalSetup, isFundingRefusal, type LiveWallet, type VenueStanding } from './wallet.js';

/** How old what is shown of an account at its venue may be. */
const STANDING_MS_MAX = 15_000;
/** The most that a proxy lets any bot set. */
const LEVERAGE_MAX = 50;
/** Of one bot: a venue lets an account have about a thousand, which its bots share. */
const OPEN_ORDERS_MAX = 100;
/** Of one account at a venue: what is asked of its proxy, one after the other. */
const ONE_AT_A_TIME = { atOnce: 1, pieces: 1_000, waitMs: 120_000 };
const POLL_URL = '/wallet';

interface LiveParts {
  /** Whether live deployments can be created and started; what exists can be stopped and deleted in any case. */
  readonly isOn: boolean;
  readonly wallet: LiveWallet;
  readonly proxies: LiveProxies;
  readonly store: DeploymentStore;
  readonly marketsOf: MarketsOf;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A position that a deployment's markets have at the venue. */
export interface HeldPosition {
  /** The framework's alias. */
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly sizeUsd: number | null;
}

/** What deployments with real money need beyond those on paper: capital, an agent, a proxy. Everything is safe to repeat. */
export class LiveDeployments {
  readonly #turns = new FairQueue(ONE_AT_A_TIME);
  readonly #keeping = new Set<string>();
  readonly #watch: AccountWatch;

  constructor(private readonly parts: LiveParts) {
    const fieldsOf: ConstructorParameters<typeof AccountWatch>[0]['fieldsOf'] = (...seen) => this.#fieldsOf(...seen);
    const { proxies } = parts;
    this.#watch = new AccountWatch({
      ...{ ...parts, fieldsOf },
      proxies: {
        standing: (place) => proxies.standing(place),
        renewAgent: (deployment) => this.#turns.take(nameOf(deployment), () => proxies.renewAgent(deployment)),
      },
    });
  }

  /** Throws `feature_not_available` where no live deployment is created or started. */
  requireOn(): void {
    if (!this.parts.isOn) throw new PlatformError('feature_not_available');
  }

  /** When something is done to one. */
  now(): Date {
    return this.parts.clock.now();
  }

  /** Begins the setup of a deployment that was just created. What hinders it now is told when it is started, which begins it too. */
  async begin(record: DeploymentRecord): Promise<void> {
    const { store, logger } = this.parts;
    try {
      const venueSetup = await this.#setUp(record);
      killPoint('live.after_setup');
      await store.note([{ id: record._id, generation: record.generation, fields: { venueSetup } }]);
    } catch (error) {
      if (!isFundingRefusal(error)) logger.warn({ err: error, deployment: record._id }, 'a setup could not be begun');
    }
  }

  /**
   * Returns what a start writes. Throws where it can't be: `feature_not_available`, `symbols_in_use`, `venue_setup_in_progress`,
   * `venue_not_ready`, `insufficient_held_balance`, `account_not_funded`, `credentials_missing`, or where wallet or venue can't be read.
   */
  async requireStartable(record: DeploymentRecord): Promise<Fields> {
    this.requireOn();
    killPoint('live.before_symbols');
    await this.requireFreeSymbols(record);
    killPoint('live.after_symbols');
    const venueSetup = await this.#requireSetUp(record);
    const standing = await this.parts.wallet.standing(record);
    if (!isFunded(record, standing)) throw new PlatformError('account_not_funded');
    if (isLost(record, standing)) throw new PlatformError('credentials_missing');
    return { venueSetup, ...this.#fieldsOf(record, standing) };
  }

  /**
   * Has the account's proxy know the bot, and returns what the bot trades by. Where the venue holds what the bot has not told of, which an order
   * before its last end may have bought, it may not open anything until both agree.
   */
  async botOf(record: DeploymentRecord): Promise<{ readonly bot: LiveBot; readonly entriesBlocked: boolean }> {
    const { wallet, proxies, store, clock } = this.parts;
    const { _id, generation, differences: earlier = [] } = record;
    const standing = await wallet.standing(record);
    const unknown = unknownPositions(record, this.#heldBy(record, standing), clock.now());
    const differences = [...earlier, ...unknown];
    if (unknown.length > 0) await store.note([{ id: _id, generation, fields: { differences } }]);
    // The proxy that had the lost agent is ended: the next one is issued another. It runs on this machine, wherever the start was asked for.
    const isAttachedAgain = standing.agent === 'lost' && !isLost(record, standing);
    if (record.status === 'starting' && isAttachedAgain) await this.#turn(record, () => proxies.stop(record));
    await this.#serve(record);
    const bot = {
      address: standing.address.toLowerCase(),
      key: await proxies.keyOf(record, _id, generation),
      capitalUsd: Number(record.capitalUsd),
      proxySocket: proxies.socketOf(record),
    };
    return { bot, entriesBlocked: areEntriesBlocked({ ...record, differences }) };
  }

  /**
   * Has a deployment whose bot runs trade again where the venue has ended the agent: another one takes its place, and what is held stays. Where
   * that can't be done now, the observer does it within about a minute.
   */
  async reattach(record: DeploymentRecord): Promise<void> {
    try {
      const running = await this.parts.store.liveNeighbours(record);
      await this.#watch.lookAtAgent(placeIn(record), running);
    } catch (error) {
      this.parts.logger.warn({ err: error, deployment: record._id }, 'an agent could not be attached at once');
    }
  }

  /** Has a proxy run for all these deployments, which have bots, and looks at what is due of their accounts; returns at once. */
  keep(live: readonly DeploymentRecord[]): void {
    void this.#endIdle(live).catch((error: unknown) =>
      this.parts.logger.error({ err: error }, 'proxies without bots could not be ended'),
    );
    for (const record of live) {
      const place = nameOf(record);
      if (record.mode !== 'live' || record.status === 'deleting' || this.#keeping.has(place)) continue;
      this.#keeping.add(place);
      void this.#serve(record)
        .then((running) => this.#look(record, running))
        .catch((error: unknown) => this.parts.logger.error({ err: error, place }, 'a proxy of live bots does not run'))
        .finally(() => this.#keeping.delete(place));
    }
  }

  /** Ends each proxy whose account has no bot any more: the next bot's has another agent. */
  async #endIdle(live: readonly DeploymentRecord[]): Promise<void> {
    const { proxies, store } = this.parts;
    const isIdle = (place: ProxiedPlace, all: readonly DeploymentRecord[]) =>
      all.every((record) => record.mode !== 'live' || nameOf(record) !== nameOf(place));
    for (const place of await proxies.serving()) {
      if (!isIdle(place, live)) continue;
      await this.#turn(place, async () => {
        // A start since then is seen here: both are turns of the account.
        if (isIdle(place, await store.live())) await proxies.stop(place);
      });
    }
    await proxies.share();
  }

  /** Returns the deployments with what is shown of their accounts, at most about 15 s old where the venue can be read. */
  async refreshed(records: readonly DeploymentRecord[]): Promise<DeploymentRecord[]> {
    return Promise.all(records.map((record) => this.#refreshed(record)));
  }

  /**
   * Returns what a deployment's markets hold at the venue: nothing where it never ran, and nothing of a market that another one trades now.
   * Throws `wallet_upstream_unavailable`.
   */
  async positionsOf(record: DeploymentRecord): Promise<readonly HeldPosition[]> {
    if (record.firstStartedAt === undefined) return [];
    const neighbours = (await this.parts.store.liveNeighbours(record)).filter(({ _id }) => _id !== record._id);
    const taken = new Set(neighbours.flatMap(({ canonicalSymbols }) => canonicalSymbols));
    const standing = await this.parts.wallet.standing(record);
    return this.#heldBy(record, standing, taken);
  }

  /** Has the account's agent ended at the venue, where no other deployment shares it. Returns whether nothing is left to do. */
  async credentialIsGone(record: DeploymentRecord): Promise<boolean> {
    const { wallet, proxies, store } = this.parts;
    await wallet.release({ ...placeIn(record), deploymentId: record._id });
    if (await store.sharesCredential(record)) return true;
    return this.#turn(record, async () => {
      if ((await wallet.standing(record)).agent === 'attached') {
        await proxies.endAgent({ ...placeIn(record), deploymentId: record._id });
        return false;
      }
      await proxies.forget(record);
      return true;
    });
  }

  /** What the venue holds in a deployment's markets, without those that another one has. */
  #heldBy(
    { symbols, canonicalSymbols }: DeploymentRecord,
    { positions }: VenueStanding,
    taken: ReadonlySet<string> = new Set(),
  ): readonly HeldPosition[] {
    return positions.flatMap(({ symbol, side, sizeUsd }) => {
      const alias = symbols[canonicalSymbols.indexOf(symbol)];
      return alias === undefined || taken.has(symbol) ? [] : [{ symbol: alias, side, sizeUsd }];
    });
  }

  /** What can't be read now is read at the next look. */
  async #look(record: DeploymentRecord, running: readonly DeploymentRecord[]): Promise<void> {
    const { logger } = this.parts;
    await this.#watch
      .look(placeIn(record), running)
      .catch((error: unknown) =>
        logger.warn({ err: error, place: nameOf(record) }, 'a live account could not be read'),
      );
  }

  async #setUp(record: DeploymentRecord): Promise<CapitalSetup> {
    if (record.capitalUsd === undefined) throw new Error(`${record._id} has no capital`);
    const deployment = { ...placeIn(record), deploymentId: record._id };
    return this.parts.wallet.setUp(deployment, parseUsd(record.capitalUsd));
  }

  async #requireSetUp(record: DeploymentRecord): Promise<CapitalSetup> {
    try {
      const setup = await this.#setUp(record);
      if (setup.status === 'completed') return setup;
      await this.parts.store.note([{ id: record._id, generation: record.generation, fields: { venueSetup: setup } }]);
      const details = { poll_url: POLL_URL, setup };
      if (setup.status === 'processing') throw new PlatformError('venue_setup_in_progress', { details });
      const message =
        setup.status === 'failed'
          ? 'The venue setup of the deployment failed: delete the deployment and create it again.'
          : 'An operator looks at the venue setup of the deployment.';
      throw new PlatformError('venue_not_ready', { message, details });
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'venue_setup_in_progress') throw error;
      throw new PlatformError(error.code, { details: { poll_url: POLL_URL }, cause: error });
    }
  }

  /** Throws `symbols_in_use` where another live deployment has a symbol of this one; in a transaction, as that will be once it is through. */
  async requireFreeSymbols(record: DeploymentRecord, session?: ClientSession): Promise<void> {
    const { _id, canonicalSymbols } = record;
    for (const other of await this.parts.store.liveNeighbours(record, session)) {
      if (other._id === _id) continue;
      const symbols = other.symbols.filter((_, index) =>
        canonicalSymbols.includes(other.canonicalSymbols[index] ?? ''),
      );
      if (symbols.length > 0)
        throw new PlatformError('symbols_in_use', { details: { deployment_id: other._id, symbols } });
    }
  }

  async #refreshed(record: DeploymentRecord): Promise<DeploymentRecord> {
    const { wallet, store, clock } = this.parts;
    const { mode, status, venueAccountAt, venueSetup } = record;
    const ageMs = clock.nowMs() - (venueAccountAt?.getTime() ?? Number.NEGATIVE_INFINITY);
    if (mode !== 'live' || status === 'deleted' || ageMs < STANDING_MS_MAX) return record;
    try {
      const isOpen = venueSetup !== undefined && venueSetup.status !== 'completed';
      const fields = {
        ...this.#fieldsOf(record, await wallet.standing(record)),
        ...(isOpen && { venueSetup: await this.#setUp(record) }),
      };
      await store.note([{ id: record._id, generation: record.generation, fields }]);
      return { ...record, ...fields };
    } catch {
      // What was read last is shown for as long as nothing newer can be.
      return record;
    }
  }

  #fieldsOf(record: DeploymentRecord, standing: VenueStanding) {
    return {
      venueBalanceUsd: standing.equityUsd,
      venueAccountAt: this.parts.clock.now(),
      credentialsStatus: isLost(record, standing) ? ('missing' as const) : ('attached' as const),
    };
  }

  /** Has the account's proxy serve its bots, and returns their deployments. */
  #serve(record: DeploymentRecord): Promise<readonly DeploymentRecord[]> {
    const { store, proxies } = this.parts;
    return this.#turn(record, async () => {
      const neighbours = await store.liveNeighbours(record);
      const bots = await Promise.all(neighbours.map((each) => this.#limitsOf(each)));
      // Stopped meanwhile: its proxy keeps the agent for its next start.
      if (bots.length > 0) await proxies.serve(placeIn(record), bots);
      return neighbours;
    });
  }

  async #limitsOf(record: DeploymentRecord): Promise<ProxiedBot> {
    const { _id: deploymentId, generation, capitalUsd = '0', symbols } = record;
    const markets = (await this.parts.marketsOf(record)).filter(({ alias }) => symbols.includes(alias));
    return {
      ...{ deploymentId, generation, maximumOpenOrders: OPEN_ORDERS_MAX },
      coins: markets.map(({ coin }) => coin),
      capitalMicroUsdc: parseUsd(capitalUsd),
      maximumLeverage: Math.min(maximumLeverageOf(markets), mandatedLeverage(record)),
      // Its capital: nothing narrower is agreed for a deployment.
      maximumDailyLossMicroUsdc: null,
      opensUntilMs: opensUntilMs(record),
    };
  }

  #turn<Result>(place: ProxiedPlace, act: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(nameOf(place), act);
  }
}

function placeIn({ accountId, venue }: DeploymentRecord): ProxiedPlace {
  return { accountId, venue };
}

function nameOf({ accountId, venue }: ProxiedPlace): string {
  return `${accountId} ${venue}`;
}

/** Whether the account has enough for the smallest order. */
export function isFunded({ venue }: Pick<DeploymentRecord, 'venue'>, { equityUsd }: Pick<VenueStanding, 'equityUsd'>) {
  return equityUsd >= Number(venueRow(venue).minimumOrderUsd ?? 0);
}

/** Whether the venue has ended the agent, and nobody has attached another since. */
function isLost({ credentialsAttachedAt }: DeploymentRecord, { agent, agentIssuedAtMs }: VenueStanding): boolean {
  return agent === 'lost' && (credentialsAttachedAt?.getTime() ?? 0) <= (agentIssuedAtMs ?? 0);
}

/** When it may open positions no more: its end, or an earlier block of its entries. */
function opensUntilMs({ aliveUntil, entriesBlockedSince }: DeploymentRecord): number | null {
  const ends = [aliveUntil, entriesBlockedSince].flatMap((end) => (end === undefined ? [] : [end.getTime()]));
  return ends.length === 0 ? null : Math.min(...ends);
}

function maximumLeverageOf(markets: readonly BotMarket[]): number {
  const highest = Math.max(1, ...markets.map(({ maxLeverage }) => Math.floor(maxLeverage)));
  return Math.min(LEVERAGE_MAX, highest);
}
