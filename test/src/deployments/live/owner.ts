/** The owner of live bots in a harsh world: trades beside them, checks what the platform names, and cures it as docs/guides/going-live.md says. */

import type { Customer } from '../../money/customer.js';
import type { Answer } from '../../platform/caller.js';
import { until } from '../../platform/wait.js';
import type { LiveAccount } from './account.js';

/** A bot of the owner's, and the one market that it trades. */
export interface OwnBot {
  readonly id: string;
  readonly coin: string;
  /** The framework's alias of the market. */
  readonly symbol: string;
  /** The market's number at the venue. */
  readonly asset: number;
}

/** A difference that the platform named. */
export interface Named {
  readonly coin: string;
  readonly kind: string;
  readonly text: string;
  /** Whether the venue itself says the same. */
  readonly isTrue: boolean;
}

/** How many orders opened a position in a market, and how many of them each cause explains. */
export interface Account {
  readonly coin: string;
  readonly opened: number;
  /** Trades of the bot that is there, and of those that were made again. */
  readonly traded: number;
  readonly former: number;
  readonly byHand: number;
  /** Positions that the platform named, since their bot did not know of them. */
  readonly unknown: number;
  readonly unexplained: number;
}

interface VenuePosition {
  readonly position: { readonly coin: string; readonly szi: string };
}

/** An order in the venue's history. */
interface PastOrder {
  readonly order: { readonly coin: string; readonly cloid: string | null; readonly oid: number };
}

interface VenueFill {
  readonly coin: string;
  readonly dir: string;
  readonly oid: number;
}

interface VenueOrder {
  readonly coin: string;
  readonly oid: number;
}

/** Kinds that say what is held. */
const HELD = ['bot_position', 'position_unexplained'];
/** How long a cure may take to show; what differs in the minute after that is what was there before. */
const CURE_MS = 120_000;
const SAME_MS = 60_000;

/** Looks at its bots, and cures what differs. */
export class Owner {
  readonly #named = new Map<string, Named>();
  /** By coin: how many orders by hand opened a position, 0 where it was closed, and how many were closed that their bots did not know of. */
  readonly #byHand = new Map<string, number>();
  readonly #unknown = new Map<string, number>();
  /** By coin: the trades of deployments that were made again. */
  readonly #former = new Map<string, number>();
  /** Coins in which a position is still held that the owner has opened by hand. */
  readonly #heldByHand = new Set<string>();
  /** Coins of which the owner has closed a position: their bots' fills make another one than there is. */
  readonly #closed = new Set<string>();
  /** By coin: until when what was done about its bot may take effect. */
  readonly #curedUntilMs = new Map<string, number>();

  #bots: readonly OwnBot[];

  /** `startBot` creates and starts the bot of a market. */
  constructor(
    private readonly account: LiveAccount,
    bots: readonly OwnBot[],
    private readonly startBot: (coin: string) => Promise<OwnBot>,
  ) {
    this.#bots = bots;
  }

  get bots(): readonly OwnBot[] {
    return this.#bots;
  }

  /** What the platform has named so far, each difference once. */
  get named(): readonly Named[] {
    return [...this.#named.values()];
  }

  private get customer(): Customer {
    return this.account.customer;
  }

  /** Buys in a bot's market by hand: its bot then believes in a smaller position. */
  async tradeByHand(bot: OwnBot, size: string): Promise<void> {
    this.#byHand.set(bot.coin, this.#byHand.get(bot.coin) ?? 0);
    // What did not succeed has never happened: the world loses orders on their way.
    await until(
      'a trade by hand',
      () => this.#trade(bot, true, size, false),
      ({ status }) => status === 'succeeded',
    );
    countIn(this.#byHand, bot);
    this.#heldByHand.add(bot.coin);
  }

  /** Sells what is held in a bot's market by hand: its bot then believes in a position that is gone. */
  async closeByHand(bot: OwnBot): Promise<void> {
    this.#byHand.set(bot.coin, this.#byHand.get(bot.coin) ?? 0);
    await until(
      'a close by hand',
      async () => this.#close(bot, await this.heldOf(bot)),
      (isClosed) => isClosed,
    );
  }

  /** What opened a position in a stopped bot's market, and what explains it. */
  async accountOf(bot: OwnBot): Promise<Account> {
    const { coin } = bot;
    const fills: VenueFill[] = await this.#atVenue('userFills');
    const entries = fills.filter((fill) => fill.coin === coin && fill.dir.startsWith('Open'));
    const opened = new Set(entries.map(({ oid }) => oid)).size;
    const [traded, former] = [await this.#tradedBy(bot), this.#former.get(coin) ?? 0];
    const [byHand, unknown] = [this.#byHand.get(coin) ?? 0, this.#unknown.get(coin) ?? 0];
    return {
      ...{ coin, opened, traded, former, byHand, unknown },
      unexplained: opened - traded - former - byHand - unknown,
    };
  }

  /** How many trades of a stopped bot have opened a position: freqtrade counts one whose entry is not filled, too. */
  async #tradedBy({ id }: OwnBot): Promise<number> {
    const { trades, exposure } = await this.account.deployments.metrics(id);
    return trades.total - (trades.open - exposure.positions.length);
  }

  /** The orders that the venue has had in a market, whatever became of them. */
  async ordersIn(coin: string): Promise<number[]> {
    const orders: PastOrder[] = await this.#atVenue('historicalOrders');
    return [...new Set(orders.flatMap(({ order }) => (order.coin === coin ? [order.oid] : [])))];
  }

  /** The ids of clients under which the venue has more than one order. */
  async repeatedOrders(): Promise<string[]> {
    const orders: PastOrder[] = await this.#atVenue('historicalOrders');
    const byCloid = Map.groupBy(orders, ({ order }) => order.cloid ?? String(order.oid));
    const several = [...byCloid].filter(([, all]) => new Set(all.map(({ order }) => order.oid)).size > 1);
    return several.map(([cloid]) => cloid);
  }

  /** What the account holds in a bot's market at the venue, in coins. */
  async heldOf({ coin }: OwnBot): Promise<number> {
    const { assetPositions } = await this.#atVenue('clearinghouseState');
    const held = (assetPositions as VenuePosition[]).find(({ position }) => position.coin === coin);
    return Number(held?.position.szi ?? 0);
  }

  /** Looks at all bots once; returns how many differ. */
  async look(): Promise<number> {
    const differing = await Promise.all(
      this.bots.map(async (bot) => {
        const { health, status } = await this.account.deployments.read(bot.id);
        const differences: Answer['body'][] = health?.differences ?? [];
        for (const difference of differences) await this.#note(bot, difference);
        const isHeld = differences.some(({ kind }) => HELD.includes(kind));
        if (isHeld && status === 'running') await this.#cure(bot);
        if (status === 'stopped') await this.#start(bot);
        return differences.length > 0 || status !== 'running';
      }),
    );
    return differing.filter(Boolean).length;
  }

  async #note(bot: OwnBot, { kind, text }: Answer['body']): Promise<void> {
    const key = `${bot.coin} ${kind} ${text}`;
    if (this.#named.get(key)?.isTrue === true) return;
    this.#named.set(key, { coin: bot.coin, kind, text, isTrue: await this.#isTrue(bot, kind) });
  }

  /** Asks the venue whether it is so. */
  async #isTrue(bot: OwnBot, kind: string): Promise<boolean> {
    if (kind === 'outcome_unknown') return true;
    if (kind === 'position_unexplained') return this.#byHand.has(bot.coin) || this.#closed.has(bot.coin);
    if (kind === 'order_vanished') return !(await this.#rests(bot));
    if (kind !== 'bot_position') return false;
    const [said, held] = [await this.#sideOf(bot), await this.heldOf(bot)];
    const there = held === 0 ? undefined : held > 0 ? 'long' : 'short';
    return said !== there || this.#byHand.has(bot.coin);
  }

  /** The side of the position that the bot says it has. */
  async #sideOf({ id, symbol }: OwnBot): Promise<string | undefined> {
    const { exposure } = await this.account.deployments.metrics(id);
    return exposure.positions.find((each: { symbol: string }) => each.symbol === symbol)?.side;
  }

  async #rests({ coin }: OwnBot): Promise<boolean> {
    const orders: VenueOrder[] = await this.#atVenue('frontendOpenOrders');
    return orders.some((order) => order.coin === coin);
  }

  /**
   * As the guide says: what the bot does not know of is closed; a bot that holds what the venue does not show is started again, and made again
   * where that did not help. What was done counts for two minutes.
   */
  async #cure(bot: OwnBot): Promise<void> {
    const curedUntilMs = this.#curedUntilMs.get(bot.coin) ?? 0;
    if (Date.now() < curedUntilMs) return;
    const isRepeated = Date.now() < curedUntilMs + SAME_MS;
    this.#curedUntilMs.set(bot.coin, Number.POSITIVE_INFINITY);
    try {
      const held = await this.heldOf(bot);
      const isUnknown = held !== 0 && (await this.#sideOf(bot)) === undefined;
      if (!isUnknown) await this.#stop(bot);
      // A bot may have opened another position on top of the one that it does not know of.
      const isMore = !isUnknown && (await this.accountOf(bot)).unexplained > 0;
      await this.#closeOthers(bot, held, isUnknown || isMore);
      if (held === 0 && isRepeated) await this.#makeAgain(bot);
      else if (!isUnknown) await this.#start(bot);
    } finally {
      this.#curedUntilMs.set(bot.coin, Date.now() + CURE_MS);
    }
  }

  /** Deletes a bot and creates it again; what the former one traded still counts. */
  async #makeAgain(bot: OwnBot): Promise<void> {
    const { deployments } = this.account;
    this.#former.set(bot.coin, (this.#former.get(bot.coin) ?? 0) + (await this.#tradedBy(bot)));
    await until(
      'a deletion',
      () => this.#delete(bot),
      ({ status }) => status === 202,
    );
    await deployments.untilStatus(bot.id, 'deleted');
    this.#bots = this.#bots.filter(({ coin }) => coin !== bot.coin).concat(await this.startBot(bot.coin));
  }

  /** Deletes a stopped bot, whose position is closed by hand if it has one. */
  async #delete(bot: OwnBot): Promise<Answer> {
    const held = await this.heldOf(bot);
    const isUnknown = held !== 0 && (await this.#sideOf(bot)) === undefined;
    await this.#closeOthers(bot, held, isUnknown);
    return this.account.deployments.send('DELETE', bot.id);
  }

  async #stop({ id }: OwnBot): Promise<void> {
    await this.account.deployments.act(id, { action: 'stop' });
    await this.account.deployments.untilStatus(id, 'stopped');
  }

  async #start({ id }: OwnBot): Promise<void> {
    const start = () => this.account.start(id);
    await until('a start', start, ({ status }) => status === 200);
    await this.account.deployments.untilStatus(id, 'running');
  }

  /** Closes what is held; what its bot did not know of is counted, unless the owner opened it: that was counted then. */
  async #closeOthers(bot: OwnBot, held: number, isUnknown: boolean): Promise<void> {
    const isByHand = this.#heldByHand.has(bot.coin);
    if ((await this.#close(bot, held)) && isUnknown && !isByHand) countIn(this.#unknown, bot);
  }

  /** Closes what is held in a bot's market; returns whether there was anything to close: the bot itself may have closed it meanwhile. */
  async #close(bot: OwnBot, held: number): Promise<boolean> {
    if (held === 0) return false;
    const { status } = await this.#trade(bot, held < 0, String(Math.abs(held)), true);
    if (status !== 'succeeded') return false;
    this.#closed.add(bot.coin);
    this.#heldByHand.delete(bot.coin);
    return true;
  }

  /** Buys or sells at the market, by an execution. */
  async #trade({ asset, coin }: OwnBot, isBuy: boolean, size: string, reduceOnly: boolean): Promise<Answer['body']> {
    const mids: Record<string, string> = await this.#atVenue('allMids');
    const price = Number(mids[coin]) * (isBuy ? 1.03 : 0.97);
    const order = { a: asset, b: isBuy, p: String(Number(price.toPrecision(5))), s: size, r: reduceOnly };
    const action = { type: 'order', orders: [{ ...order, t: { limit: { tif: 'Ioc' } } }], grouping: 'na' };
    return this.customer.execute(action);
  }

  /** Reads what is true at the venue; one that its limits refuse is repeated. */
  #atVenue(type: string): Promise<Answer['body']> {
    return until(
      type,
      () => this.account.atVenue(type),
      (answer) => answer !== null,
    );
  }
}

function countIn(counts: Map<string, number>, { coin }: OwnBot): void {
  counts.set(coin, (counts.get(coin) ?? 0) + 1);
}
