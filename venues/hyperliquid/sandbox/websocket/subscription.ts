import type { Venue } from '../venue.js';
import type { Feed } from './feeds.js';

/** A parsed subscription of a channel. */
export interface Subscription {
  /** The channel of its messages. */
  readonly channel: string;
  /** The subscription as the venue repeats it, also its identity. */
  readonly echo: Readonly<Record<string, unknown>>;
  /** Whether it concerns a user, with messages at once on every event; otherwise it concerns markets, with messages each second. */
  readonly ofUser: boolean;
  /** Opens its feed; returns undefined when it names something that does not exist. */
  open(venue: Venue): Feed | undefined;
}
