import type { Venue } from '../venue.js';
import type { Feed } from './feeds.js';

/** A subscription of a channel, as understood. */
export interface Subscription {
  /** The channel its messages carry. */
  readonly channel: string;
  /** The subscription as the venue repeats it, also its identity. */
  readonly echo: Readonly<Record<string, unknown>>;
  /** Whether it tells of a user, at once when something happens; otherwise of markets, each second. */
  readonly ofUser: boolean;
  /** Starts its feed; undefined when it names something that does not exist. */
  open(venue: Venue): Feed | undefined;
}
