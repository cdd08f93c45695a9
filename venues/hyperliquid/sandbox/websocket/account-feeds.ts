import { openOrders } from '../info/user-orders.js';
import { clearinghouseState, spotState, twapStates } from '../info/users.js';
import { webData2, webData3 } from '../info/web-data.js';
import type { Venue } from '../venue.js';
import type { Feed } from './feeds.js';

/** Feeds of users' whole state. */

const SECOND_MS = 1_000;
/** Only the venue's own dex exists; it has the empty name. */
const FIRST_DEX = '';

/** Sends a user's perpetual account each second, since positions move with the mark, and at once when the user changed it. */
export function clearinghouseStateFeed(venue: Venue, user: string): Feed {
  return perpetualAccountFeed(venue, user, (state) => ({ dex: FIRST_DEX, user, clearinghouseState: state }));
}

/** Sends the same for all dexes; there is one. */
export function allDexsClearinghouseStateFeed(venue: Venue, user: string): Feed {
  return perpetualAccountFeed(venue, user, (state) => ({ user, clearinghouseStates: [[FIRST_DEX, state]] }));
}

function perpetualAccountFeed({ exchange }: Venue, user: string, message: (state: object) => object): Feed {
  let toldSecond = -1;
  let told = '';
  return (nowMs) => {
    const state = clearinghouseState(exchange.context(), user);
    const { time: _, ...lasting } = state;
    const [second, text] = [Math.floor(nowMs / SECOND_MS), JSON.stringify(lasting)];
    if (second === toldSecond && text === told) return [];
    [toldSecond, told] = [second, text];
    return [message(state)];
  };
}

/** Sends a user's spot balances on every change. */
export function spotStateFeed({ exchange }: Venue, user: string): Feed {
  return changesOf(() => ({ user, spotState: spotState(exchange, user) }));
}

/** Sends a user's open orders on every change. */
export function openOrdersFeed({ exchange }: Venue, user: string): Feed {
  return changesOf(() => ({ dex: FIRST_DEX, user, orders: openOrders(exchange.context(), user) }));
}

/** Sends a user's live TWAP orders on every change. */
export function twapStatesFeed({ exchange }: Venue, user: string): Feed {
  return changesOf(() => ({ dex: FIRST_DEX, user, states: twapStates(exchange.context(), user) }));
}

/** Sends everything that the venue's own pages show, once per second. */
export function webData2Feed(venue: Venue, user: string): Feed {
  return eachSecond(() => webData2(venue, user));
}

/** Sends the rest of it in the newer channel, once per second. */
export function webData3Feed(venue: Venue, user: string): Feed {
  return eachSecond(() => webData3(venue, user));
}

function eachSecond(message: () => object): Feed {
  let toldSecond = -1;
  return (nowMs) => {
    const second = Math.floor(nowMs / SECOND_MS);
    if (second === toldSecond) return [];
    toldSecond = second;
    return [message()];
  };
}

/** Sends nothing: the sandbox has no notifications. */
export function notificationFeed(): Feed {
  return () => [];
}

function changesOf(message: () => object): Feed {
  let told = '';
  return () => {
    const data = message();
    const text = JSON.stringify(data);
    if (text === told) return [];
    told = text;
    return [data];
  };
}
