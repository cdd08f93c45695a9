/** The feed of a venue, for tests that put it beside the venue's sandbox. */
export type { FeedHistory } from '../history.js';
export { MarketFeed, NoAnswer } from '../market-feed.js';
