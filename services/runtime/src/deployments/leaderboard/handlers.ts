import type { Clock } from '@platform/kit/clock';
import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import { type AccessTable, type Handlers, requireUser } from '@platform/rpc/grpc';
import type { Connection } from '@platform/store/mongo';
import { Leaderboard } from './ranking.js';
import { LeaderboardSettings } from './settings.js';

/** The procedures of the leaderboard. */
type Procedure = Extract<keyof Handlers<RuntimeServiceDefinition>, `${string}Leaderboard${string}`>;

/** Who may call what. */
export const leaderboardAccess: Pick<AccessTable<RuntimeServiceDefinition>, Procedure> = {
  GetLeaderboard: { users: 'read' },
  GetLeaderboardSettings: { users: 'read' },
  UpdateLeaderboardSettings: { users: 'write' },
};

/** The dependencies of the handlers. */
export interface LeaderboardParts {
  readonly board: Leaderboard;
  readonly settings: LeaderboardSettings;
}

/** Returns the leaderboard over a database. */
export function createLeaderboard(connection: Connection, clock: Clock): LeaderboardParts {
  return { board: new Leaderboard(connection, clock), settings: new LeaderboardSettings(connection, clock) };
}

/** The handlers of the leaderboard. */
export function leaderboardHandlers({
  board,
  settings,
}: LeaderboardParts): Pick<Handlers<RuntimeServiceDefinition>, Procedure> {
  return {
    GetLeaderboard: async () => {
      const { strategies, disclaimer } = await board.read();
      const rows = strategies.map(({ startedAt, symbols, ...same }) => ({
        ...same,
        symbols: [...symbols],
        startedAtMs: startedAt.getTime(),
      }));
      return { leaderboard: { strategies: rows, disclaimer } };
    },
    GetLeaderboardSettings: async (_request, { caller }) => ({
      settings: { shown: await settings.isShown(requireUser(caller).accountId) },
    }),
    UpdateLeaderboardSettings: async ({ shown }, { caller }) => {
      await settings.show(requireUser(caller).accountId, shown);
      return { settings: { shown } };
    },
  };
}
