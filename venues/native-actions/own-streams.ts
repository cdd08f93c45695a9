import type { Random } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';

/** An account with an execution whose outcome is not known yet. */
export interface FollowedAccount {
  readonly executionId: string;
  readonly accountId: string;
  /** Checksummed EVM address of the acting wallet. */
  readonly accountAddress: string;
}

/** The receiver of what a venue tells of accounts, each named by its checksummed EVM address. It is a hint to look, and proves nothing. */
export interface OwnStreamsListener {
  /** From now on all that happens to the account is told; what happened before may not have been. */
  onBegun(accountAddress: string): void;
  /** Something has happened to the account. */
  onChanged(accountAddress: string): void;
  /** Nothing is told of the account until it begins again. */
  onEnded(accountAddress: string): void;
}

/** What a venue tells of accounts while they are followed, as many at once as it allows. */
export interface OwnStreams extends Closeable {
  /** Follows an account, where there is room for it. Never rejects: one that can't be followed is not told of. */
  follow(account: FollowedAccount): void;
  unfollow(accountAddress: string): void;
  /** Whether all that happens to an account is told now. */
  isTold(accountAddress: string): boolean;
}

/** Opens a venue's streams; nothing is connected until an account is followed. */
export type OpenOwnStreams = (
  listener: OwnStreamsListener,
  surroundings: { readonly random: Random; readonly logger: Logger },
) => OwnStreams;
