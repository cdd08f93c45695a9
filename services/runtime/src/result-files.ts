import { FairQueue } from '@platform/edge/fair-queue';
import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import { type AccessTable, type Handlers, requireUser } from '@platform/rpc/grpc';
import { type ListCursors, listTrades } from './backtests/listing.js';
import type { ResultLinks } from './backtests/result-links.js';
import type { BacktestStore } from './backtests/store.js';
import { requireBatch } from './batch.js';
import { toResultFileMessage, toTradeMessage } from './messages.js';

/** Of the files of one account: their readers can't be told apart, and keep no reader of another's waiting. */
const READS_OF_AN_ACCOUNT = { atOnce: 4, pieces: 1_000, waitMs: 5_000 };

/** The procedures of result files. */
type Procedure = Extract<keyof Handlers<RuntimeServiceDefinition>, `${string}BacktestResult${string}`>;

/** Who may call what: a link is all that its reader needs. */
export const resultFileAccess: Pick<AccessTable<RuntimeServiceDefinition>, Procedure> = {
  BatchGetBacktestResultLinks: { users: 'read' },
  GetBacktestResultFile: { users: 'anonymous' },
  ListBacktestResultFileTrades: { users: 'anonymous' },
};

/** The dependencies of the handlers. */
export interface ResultFileParts {
  readonly store: BacktestStore;
  readonly cursors: ListCursors;
  readonly links: ResultLinks;
}

/** The handlers of result files. A link opens what is its account's own, for any caller. */
export function resultFileHandlers({
  store,
  cursors,
  links,
}: ResultFileParts): Pick<Handlers<RuntimeServiceDefinition>, Procedure> {
  const turns = new FairQueue(READS_OF_AN_ACCOUNT);
  return {
    BatchGetBacktestResultLinks: async ({ ids: wanted }, { caller }) => {
      requireBatch(wanted);
      const { accountId } = requireUser(caller);
      const ids = await store.finishedAmong(accountId, wanted);
      return { ids, links: ids.map((backtestId) => links.sign({ backtestId, accountId })) };
    },
    GetBacktestResultFile: async ({ token, tables }) => {
      const { accountId, backtestId } = links.read(token);
      const finished = await turns.take(accountId, () => store.readFinished(accountId, backtestId, tables));
      return { file: toResultFileMessage(finished) };
    },
    ListBacktestResultFileTrades: async ({ token, ...page }) => {
      const { accountId, backtestId } = links.read(token);
      const request = { id: backtestId, ...page };
      const read = await turns.take(accountId, () => listTrades(store, cursors, accountId, request));
      return { trades: read.items.map(toTradeMessage), cursors: [...read.cursors], nextCursor: read.nextCursor };
    },
  };
}
