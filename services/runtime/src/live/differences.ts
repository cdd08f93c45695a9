// Why: docs/decisions/runtime/live-deployments.md
import type { BotStanding } from '@platform/venues/live-bots';
import type { Snapshot } from '../bots/observation.js';
import type { BotMarket } from '../bots/placement.js';

/** How long a bot and its venue may differ: a fill takes seconds until both know of it. */
const DIFFERS_AFTER_MS = 60_000;
/** What a bot says may be as old. */
const SNAPSHOT_MS_MAX = 60_000;
/** Prices of two moments make this much of a difference. */
const VALUE_DIFFERENCE_MAX = 0.1;
/** The most that are shown of one deployment. */
const SHOWN_MAX = 20;
/** The kind of a position of which venue and bot say otherwise. */
const BOT_POSITION = 'bot_position';

/** Something on which a live deployment's venue, its proxy's journal and its bot don't agree. */
export interface Difference {
  readonly kind: string;
  /** The framework's alias; null: no market in particular. */
  readonly symbol: string | null;
  readonly text: string;
  readonly since: Date;
}

/** What is compared. */
export interface Compared {
  readonly standing: BotStanding;
  /** When the proxy last looked at the venue. */
  readonly asOfMs: number;
  /** What the bot last said; undefined where it hasn't. */
  readonly snapshot: Snapshot | undefined;
  readonly markets: readonly BotMarket[];
  /** What was shown before. */
  readonly earlier: readonly Difference[];
  readonly nowMs: number;
}

/** A market of a deployment, as its venue and its bot have it. */
interface Held {
  /** At the venue, in coins; negative: short. */
  readonly size: number;
  readonly said: Snapshot['positions'][number] | undefined;
  readonly symbol: string;
  readonly price: number;
  /** Whether orders rest there, other than those that wait for a price. */
  readonly isResting: boolean;
}

/** Tells how a live deployment's bot differs from its venue, and remembers since when. */
export class Differences {
  /** By deployment and symbol: how a position differs, and since when. */
  readonly #known = new Map<string, { readonly text: string; readonly sinceMs: number }>();

  /** Returns what differs: what the proxy names, and positions of which the bot says otherwise for longer than a minute. */
  of({ snapshot, ...compared }: Compared): readonly Difference[] {
    const { standing, markets, earlier, nowMs } = compared;
    const aliases = new Map(markets.map(({ coin, alias }) => [coin, alias]));
    const told = standing.differences.map(({ kind, coin, text, sinceMs }) => ({
      ...{ kind, text, since: new Date(sinceMs) },
      symbol: coin === null ? null : (aliases.get(coin) ?? coin),
    }));
    const isFresh = snapshot !== undefined && nowMs - snapshot.atMs < SNAPSHOT_MS_MAX;
    const own = isFresh ? this.#ofPositions(compared, snapshot) : earlier.filter(({ kind }) => kind === BOT_POSITION);
    return [...told, ...own].slice(0, SHOWN_MAX);
  }

  #ofPositions(
    { standing, asOfMs, markets, earlier, nowMs }: Omit<Compared, 'snapshot'>,
    { positions }: Snapshot,
  ): readonly Difference[] {
    const { deploymentId } = standing;
    return markets.flatMap(({ alias, coin, markPrice }) => {
      const size = Number(standing.positions.find((each) => each.coin === coin)?.size ?? 0);
      const said = positions.find(({ symbol }) => symbol === alias);
      const isResting = standing.orders.some((order) => order.coin === coin && !order.isTrigger);
      const text = differenceIn({ size, said, symbol: alias, price: Number(markPrice), isResting });
      const key = `${deploymentId} ${alias}`;
      if (text === undefined) {
        this.#known.delete(key);
        return [];
      }
      // One that differs otherwise than before has its minute again: venue and bot were read at two moments of a trade.
      const shown = earlier.find((each) => each.kind === BOT_POSITION && each.symbol === alias && each.text === text);
      const known = this.#known.get(key);
      const sinceMs = shown?.since.getTime() ?? (known?.text === text ? known.sinceMs : nowMs);
      this.#known.set(key, { text, sinceMs });
      // The venue may have been read before the bot said so.
      const isLong = shown !== undefined || (nowMs - sinceMs >= DIFFERS_AFTER_MS && asOfMs > sinceMs);
      return isLong ? [{ kind: BOT_POSITION, symbol: alias, text, since: new Date(sinceMs) }] : [];
    });
  }
}

/** Returns the differences of what is held at the venue of a deployment that starts, and that its bot did not tell of before. */
export function unknownPositions(
  { snapshot, differences = [] }: { readonly snapshot?: Snapshot; readonly differences?: readonly Difference[] },
  held: readonly { readonly symbol: string; readonly side: 'long' | 'short' }[],
  since: Date,
): readonly Difference[] {
  const isKnown = (symbol: string, side: string) =>
    snapshot?.positions.some((each) => each.symbol === symbol && each.side === side) === true ||
    differences.some((each) => each.kind === BOT_POSITION && each.symbol === symbol);
  return held
    .filter(({ symbol, side }) => !isKnown(symbol, side))
    .map(({ symbol, side }) => ({ ...{ kind: BOT_POSITION, symbol, since }, text: unknownIn(side, symbol) }));
}

/** Returns whether a difference is about what is held, by the proxy's word or ours. */
function isAboutPosition({ kind }: Pick<Difference, 'kind'>): boolean {
  return kind.includes('position') || kind === 'liquidation';
}

/** Returns whether a deployment may open nothing new: its owner or its end says so, or what is held is not what its bot believes. */
export function areEntriesBlocked({
  entriesBlockedSince,
  differences = [],
}: {
  readonly entriesBlockedSince?: Date;
  readonly differences?: readonly Pick<Difference, 'kind'>[];
}): boolean {
  return entriesBlockedSince !== undefined || differences.some(isAboutPosition);
}

/** Returns how the venue's position and the bot's differ, in a sentence; undefined where they don't. */
function differenceIn({ size, said, symbol, price, isResting }: Held): string | undefined {
  const there = size === 0 ? undefined : size > 0 ? 'long' : 'short';
  if (there === said?.side) {
    if (said?.sizeUsd == null || !(price > 0) || isResting) return undefined;
    const valueUsd = Math.abs(size) * price;
    const isClose = Math.abs(valueUsd - said.sizeUsd) <= VALUE_DIFFERENCE_MAX * Math.max(valueUsd, said.sizeUsd);
    return isClose ? undefined : `The bot’s ${there} position in ${symbol} has another size at the venue.`;
  }
  // A bot counts a trade as open while its entry rests.
  if (there === undefined)
    return isResting ? undefined : `The bot holds a ${said?.side} position in ${symbol} that the venue does not show.`;
  if (said === undefined) return unknownIn(there, symbol);
  return `The bot holds a ${said.side} position in ${symbol}, and the venue shows a ${there} one.`;
}

function unknownIn(side: string, symbol: string): string {
  return `The venue shows a ${side} position in ${symbol} that the bot does not know of.`;
}
