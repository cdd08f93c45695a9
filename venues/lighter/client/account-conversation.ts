// Why: docs/decisions/venues/lighter-own-streams.md
import type { AccountDialect, AccountEvent, AccountStream } from '../../live-data/index.js';
import { type AccountMessage, accountChannels } from '../codec/index.js';

/** Tokens end after two minutes; a stream that is due is asked for again within ten seconds. */
const RENEW_AFTER_MS = 100_000;

/** What the WebSocket tells of accounts. A stream is all channels of its account: it has begun when each of them has. */
export class AccountConversation implements AccountDialect {
  readonly renewAfterMs = RENEW_AFTER_MS;
  /** The channels that are still to begin, by account. */
  readonly #waiting = new Map<string, Set<AccountMessage['channel']>>();

  subscribe({ account }: AccountStream, token: string): readonly string[] {
    this.#waiting.set(account, new Set(accountChannels));
    return accountChannels.map((channel) =>
      JSON.stringify({ type: 'subscribe', channel: `${channel}/${account}`, auth: token }),
    );
  }

  unsubscribe({ account }: AccountStream): readonly string[] {
    this.#waiting.delete(account);
    return accountChannels.map((channel) => JSON.stringify({ type: 'unsubscribe', channel: `${channel}/${account}` }));
  }

  /** Returns what a message says; the venue's first message of a channel may be of either type. */
  receive({ type, channel, account, count, malformed }: AccountMessage): readonly AccountEvent[] {
    const stream = { kind: 'account', account } as const;
    const hasBegun = this.#begins(account, channel);
    // What is told at the beginning is how things are, not what happened: malformed rows of it are named all the same.
    const isNews = malformed.length > 0 || (type.startsWith('update/') && count > 0);
    return [
      ...(isNews ? [{ kind: 'account_changed' as const, stream, malformed }] : []),
      ...(hasBegun ? [{ kind: 'account_begun' as const, stream }] : []),
    ];
  }

  /** Returns whether this channel was the last one that its account waited for. */
  #begins(account: string, channel: AccountMessage['channel']): boolean {
    const waiting = this.#waiting.get(account);
    return waiting?.delete(channel) === true && waiting.size === 0;
  }
}
