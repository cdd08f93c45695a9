// Why: docs/decisions/venues/lighter-own-streams.md
import type { Clock, Random } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type AccountEvent, type ConnectionListener, VenueConnection } from '../../live-data/index.js';
import type {
  ActionSigner,
  FollowedAccount,
  OpenOwnStreams,
  OwnStreams,
  OwnStreamsListener,
} from '../../native-actions/index.js';
import { LighterConversation, type LighterTrading } from '../client/index.js';

/** The path that the wallet knows the streams by: that of the venue's WebSocket. */
const STREAM_PATH = '/stream';
/**
 * Each account takes three subscriptions and, each 100 seconds, six messages. Of the 200 messages per minute that the venue takes of an address
 * the feed of its markets has 150; these and the pings are the rest.
 */
const LIMITS = { subscriptions: 0, accounts: 5, messagesPerMinute: 36, historyPerMinute: 0 };

/** What the streams are opened with. */
interface OwnStreamsParts {
  /** Address of the WebSocket. */
  readonly url: string;
  readonly client: Pick<LighterTrading, 'accountOf'>;
  readonly signer: Pick<ActionSigner, 'readHeaders'>;
  readonly clock: Clock;
}

/** An account that is followed. */
interface Followed {
  /** The execution that it was last followed for: the wallet asks what a token is for. */
  account: FollowedAccount;
  /** The venue's number of it; undefined until it is known. */
  number: string | undefined;
  isTold: boolean;
}

/** Returns what opens the venue's streams of accounts. */
export function openOwnStreams(parts: OwnStreamsParts): OpenOwnStreams {
  return (listener, surroundings) => new LighterOwnStreams({ ...parts, ...surroundings, listener });
}

interface LighterOwnStreamsParts extends OwnStreamsParts {
  readonly listener: OwnStreamsListener;
  readonly random: Random;
  readonly logger: Logger;
}

/** The streams of the accounts that are followed, over one connection. */
class LighterOwnStreams implements OwnStreams, ConnectionListener {
  readonly #followed = new Map<string, Followed>();
  readonly #connection: VenueConnection;

  constructor(private readonly parts: LighterOwnStreamsParts) {
    const { url, clock, random, logger } = parts;
    this.#connection = new VenueConnection({
      venue: { url, limits: LIMITS, converse: () => new LighterConversation(clock) },
      listener: this,
      authorise: ({ account }) => this.#tokenOf(account),
      ...{ clock, random, logger },
    });
  }

  follow(account: FollowedAccount): void {
    const known = this.#followed.get(account.accountAddress);
    if (known !== undefined) known.account = account;
    else if (this.#followed.size < LIMITS.accounts) {
      const followed: Followed = { account, number: undefined, isTold: false };
      this.#followed.set(account.accountAddress, followed);
      void this.#begin(followed);
    }
  }

  unfollow(accountAddress: string): void {
    const number = this.#followed.get(accountAddress)?.number;
    this.#followed.delete(accountAddress);
    if (number !== undefined) this.#connection.unwant({ kind: 'account', account: number });
  }

  isTold(accountAddress: string): boolean {
    return this.#followed.get(accountAddress)?.isTold === true;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** No market is followed here. */
  onEvent(): void {}

  onAccountEvent({ kind, stream }: AccountEvent): void {
    const followed = this.#named(stream.account);
    if (followed === undefined) return;
    const { listener } = this.parts;
    const { accountAddress } = followed.account;
    if (kind === 'account_ended') this.#end(followed);
    // Begun again with another token: something may have happened in between.
    else if (kind === 'account_changed' || followed.isTold) listener.onChanged(accountAddress);
    else {
      followed.isTold = true;
      listener.onBegun(accountAddress);
    }
  }

  onDisconnected(): void {
    for (const followed of this.#followed.values()) this.#end(followed);
  }

  #end(followed: Followed): void {
    if (!followed.isTold) return;
    followed.isTold = false;
    this.parts.listener.onEnded(followed.account.accountAddress);
  }

  /** Returns a new token of an account that is followed. */
  async #tokenOf(number: string): Promise<string> {
    const followed = this.#named(number);
    if (followed === undefined) throw new Error('the account is not followed any more');
    const { executionId, accountId, accountAddress } = followed.account;
    const read = { executionId, accountId, accountAddress, path: STREAM_PATH };
    const { authorization } = await this.parts.signer.readHeaders('lighter', read);
    if (authorization === undefined) throw new Error('the wallet gave no token');
    return authorization;
  }

  #named(number: string): Followed | undefined {
    return [...this.#followed.values()].find((each) => each.number === number);
  }

  async #begin(followed: Followed): Promise<void> {
    const { accountAddress } = followed.account;
    const number = await this.#numberOf(accountAddress);
    if (this.#followed.get(accountAddress) !== followed) return;
    followed.number = number;
    const isWanted = number !== undefined && this.#connection.want({ kind: 'account', account: number });
    // It is followed again with its next look-up.
    if (!isWanted) this.#followed.delete(accountAddress);
  }

  async #numberOf(accountAddress: string): Promise<string | undefined> {
    const { client, logger } = this.parts;
    try {
      return (await client.accountOf(accountAddress))?.toString();
    } catch (error) {
      logger.warn({ err: error }, 'an account can not be followed: its number is not known');
      return undefined;
    }
  }
}
