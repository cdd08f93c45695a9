import type { Event } from '../model/market.js';
import type { Universe } from '../universe.js';
import { searchQuery } from './query.js';
import { eventStanding, gammaEvent } from './wire.js';

const LIMIT_DEFAULT = 5;
const LIMIT_MAX = 50;

/** Answers `/public-search`: events whose title or questions contain every word, the most traded first, by pages from 1. */
export function search(query: unknown, universe: Universe): object {
  const { q, events_status, keep_closed_markets = 0, limit_per_type = LIMIT_DEFAULT, page = 1 } = searchQuery(query);
  const words = folded(q).split(/\s+/).filter(Boolean);
  const matching = universe
    .events()
    .map((event) => ({ event, ...eventStanding(event, universe) }))
    .filter(({ event, closed, archived }) => {
      const isOfStatus =
        events_status === undefined || events_status === 'all' || (events_status === 'closed') === closed;
      return isOfStatus && !archived && matches(event, words);
    })
    .sort((left, right) => right.volume24h - left.volume24h || Number(left.event.id) - Number(right.event.id));
  const size = Math.min(limit_per_type, LIMIT_MAX);
  const from = (Math.max(page, 1) - 1) * size;
  const events = matching.slice(from, from + size).map(({ event }) => {
    const kept = event.markets.filter((market) => keep_closed_markets > 0 || !universe.standingOf(market).closed);
    return gammaEvent(event, universe, kept);
  });
  return {
    // The real venue returns null in place of an empty list.
    events: events.length === 0 ? null : events,
    pagination: { hasMore: matching.length > from + size, totalResults: matching.length },
  };
}

function matches({ title, markets }: Event, words: readonly string[]): boolean {
  const text = folded(`${title} ${markets.map(({ question }) => question).join(' ')}`);
  return words.every((word) => text.includes(word));
}

/** Returns a text without diacritics and case: `zurich` finds `Zürich`. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
