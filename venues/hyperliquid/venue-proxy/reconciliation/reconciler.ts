// Why: docs/decisions/execution/live-journal.md
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { BotLimits, Standing } from '../../../live-bots/index.js';
import { sizeOf, sizeText } from '../../codec/index.js';
import type { Entry, JournalledDeployment, OrderJournal } from '../journal/index.js';
import { READ_LAG_MS } from '../timing.js';
import type { VenueConnection } from '../venue/index.js';
import { type Look, standingOf } from './differences.js';
import { takeFills } from './fills.js';
import { MissingOrders } from './orders.js';
import { type Stray, straysOf } from './positions.js';
import { AccountReads, type SeenAccount } from './readings.js';
import { UnknownOrders } from './unknown-orders.js';

/** The dependencies of a reconciler. */
export interface ReconcilerParts {
  /** The trading account at the venue, in lower case. */
  readonly account: string;
  readonly journal: OrderJournal;
  readonly venue: VenueConnection;
  /** When the agent that signs now was issued, UTC milliseconds. */
  readonly agentIssuedAtMs: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Compares the orders, fills and positions of the venue with the journal, and says what differs. It repairs nothing. */
export class Reconciler {
  readonly #parts: ReconcilerParts;
  readonly #reads: AccountReads;
  readonly #unknown: UnknownOrders;
  readonly #missing: MissingOrders;
  #bots: readonly BotLimits[] = [];
  #look: Look | undefined;
  /** What has been logged, and still differs. */
  #told: ReadonlySet<string> = new Set();

  constructor(parts: ReconcilerParts) {
    const { journal, venue, account, clock } = parts;
    this.#parts = parts;
    this.#reads = new AccountReads(venue, account);
    this.#unknown = new UnknownOrders(journal, this.#reads, clock);
    this.#missing = new MissingOrders(journal, this.#reads, clock);
  }

  /** Has these bots compared from now on; returns whether others were before. */
  serve(bots: readonly BotLimits[]): boolean {
    const keys = (all: readonly BotLimits[]) => all.map(({ bot }) => bot).join();
    const isNew = keys(bots) !== keys(this.#bots);
    this.#bots = bots;
    return isNew;
  }

  /** Looks up the orders of unknown outcome whose time has come. */
  async resolveUnknown(): Promise<void> {
    if (this.#unknown.isDue) await this.#unknown.resolve();
  }

  /** Reads the venue and compares. Rejects where a read fails; the former look then stays. */
  async look(): Promise<void> {
    const { clock } = this.#parts;
    const startedAtMs = clock.nowMs();
    await this.resolveUnknown();
    let account = await this.#reads.account();
    if (this.#isBefore(account)) {
      await clock.sleep(READ_LAG_MS);
      account = await this.#reads.account();
    }
    await this.#begin(account);
    const orders = await this.#reads.openOrders();
    let foreign = await this.#takeFills();
    let strays = straysOf(this.#deployments(), this.#parts.journal.state, account);
    const known = new Map(this.#look?.strays.map((stray) => [nameOf(stray), stray.sinceMs]));
    if (strays.some((stray) => !known.has(nameOf(stray)))) {
      // Positions and fills may come from nodes that differ: what is new counts once it is seen twice.
      await clock.sleep(READ_LAG_MS);
      account = await this.#reads.account();
      foreign = await this.#takeFills();
      const first = new Set(strays.map(nameOf));
      strays = straysOf(this.#deployments(), this.#parts.journal.state, account).filter((each) =>
        first.has(nameOf(each)),
      );
    }
    strays = await this.#withoutGone(strays, known);
    await this.#missing.settle(orders, account, this.#running());
    const since = (stray: Stray) => known.get(nameOf(stray)) ?? foreign.get(stray.coin) ?? startedAtMs;
    this.#look = { startedAtMs, account, orders, strays: strays.map((stray) => ({ ...stray, sinceMs: since(stray) })) };
    this.#tell();
  }

  /** Returns what the last look showed of each bot. */
  standing(): Standing {
    const { journal, agentIssuedAtMs } = this.#parts;
    const overdue = this.#unknown.overdue();
    return {
      asOfMs: this.#look?.startedAtMs ?? null,
      agentIssuedAtMs: agentIssuedAtMs(),
      bots: this.#bots.map((bot) => standingOf(bot, this.#look, journal.state, overdue)),
    };
  }

  /** Whether a bot has been started since: what was done by hand shortly before it may not show yet. */
  #isBefore({ atMs }: SeenAccount): boolean {
    return this.#deployments().some(({ base, startedAtMs }) => base === null && startedAtMs > atMs);
  }

  /** What the venue shows first is what a bot began with. */
  async #begin({ atMs, positions }: SeenAccount): Promise<void> {
    const begun = this.#deployments().flatMap((deployment): Entry[] => {
      if (deployment.base !== null) return [];
      const held = deployment.coins.map((coin) => [coin, sizeText(sizeOf(positions.get(coin) ?? '0'))]);
      return [{ kind: 'deployment', ...deployment, base: { atMs, positions: Object.fromEntries(held) } }];
    });
    if (begun.length > 0) await this.#parts.journal.append(begun);
  }

  /** A position that was named and is gone needs no explanation any more: the bot's fills are counted from nothing again. */
  async #withoutGone(strays: readonly Stray[], known: ReadonlyMap<string, number>): Promise<readonly Stray[]> {
    const isGone = (stray: Stray) => known.has(nameOf(stray)) && sizeOf(stray.shown) === 0n;
    const gone = strays.filter(isGone);
    for (const { deploymentId, coin, explained } of gone) {
      const deployment = this.#parts.journal.state.deployment(deploymentId);
      if (deployment?.base == null) continue;
      const { base } = deployment;
      const size = sizeText(sizeOf(base.positions[coin] ?? '0') - sizeOf(explained));
      const positions = { ...base.positions, [coin]: size };
      await this.#parts.journal.append([{ kind: 'deployment', ...deployment, base: { ...base, positions } }]);
    }
    return strays.filter((stray) => !gone.includes(stray));
  }

  #takeFills(): Promise<ReadonlyMap<string, number>> {
    const { account, journal, clock } = this.#parts;
    return takeFills(journal, this.#reads, { account, running: this.#running(), nowMs: clock.nowMs() });
  }

  #running(): ReadonlySet<string> {
    return new Set(this.#bots.map(({ deploymentId }) => deploymentId));
  }

  #deployments(): readonly JournalledDeployment[] {
    return this.#bots.flatMap(({ deploymentId }) => this.#parts.journal.state.deployment(deploymentId) ?? []);
  }

  /** Logs what is new. */
  #tell(): void {
    const all = this.standing().bots.flatMap(({ deploymentId, differences }) =>
      differences.map(({ kind, text }) => ({ deploymentId, kind, text, name: `${deploymentId} ${kind} ${text}` })),
    );
    for (const { deploymentId, kind, text, name } of all)
      if (!this.#told.has(name)) this.#parts.logger.warn({ deploymentId, kind }, text);
    this.#told = new Set(all.map(({ name }) => name));
  }
}

function nameOf({ deploymentId, coin }: Stray): string {
  return `${deploymentId} ${coin}`;
}
