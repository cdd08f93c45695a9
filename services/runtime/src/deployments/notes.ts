import type { Clock } from '@platform/kit/clock';
import type { BotRunner } from '../bots/bot-runner.js';
import type { BotState } from '../bots/observation.js';
import type { DeploymentHistory } from './history/index.js';
import type { ParityRecords } from './parity/index.js';
import { placeOf } from './place.js';
import type { DeploymentRecord } from './record.js';
import type { DeploymentStore, Fields } from './store.js';

/** How old what a bot said of itself may be where it is read. */
const NOTE_INTERVAL_MS = 10_000;

interface NotesParts {
  readonly store: DeploymentStore;
  readonly history: DeploymentHistory;
  readonly parityRecords: ParityRecords;
  readonly runner: BotRunner;
  readonly clock: Clock;
}

/** A deployment and what its bot says. */
export interface Said {
  readonly record: DeploymentRecord;
  readonly bot: BotState;
}

interface Noted {
  atMs: number;
  /** Of this start of the bot: how many of its closed trades are kept. */
  readonly generation: number;
  closedTrades: number;
}

/** Keeps what bots say of themselves: their latest figures on the record, and what happened in the history. */
export class Notes {
  readonly #noted = new Map<string, Noted>();

  constructor(private readonly parts: NotesParts) {}

  /** Keeps what some bots say, of each not more often than it is read; forgets where it stood of all others. */
  async keepDue(said: readonly Said[]): Promise<void> {
    const nowMs = this.parts.clock.nowMs();
    const due = said.filter((each) => {
      const { atMs } = this.#notedOf(each);
      // Noted later than now: the clock was set back since.
      return nowMs - atMs >= NOTE_INTERVAL_MS || nowMs < atMs;
    });
    await this.parts.store.note(
      due.map(({ record, bot }) => ({ id: record._id, generation: record.generation, fields: notesOf(bot) })),
    );
    for (const { record, bot } of due) await this.keep(record, bot);
    const ids = new Set(said.map(({ record }) => record._id));
    for (const id of this.#noted.keys()) if (!ids.has(id)) this.#noted.delete(id);
  }

  /** Keeps what a bot says of what happened. */
  async keep(record: DeploymentRecord, bot: BotState): Promise<void> {
    const { history, clock } = this.parts;
    const noted = this.#notedOf({ record, bot });
    noted.atMs = clock.nowMs();
    await this.#keepTrades(record, bot, noted);
    if (bot.snapshot?.balanceUsd != null)
      await history.noteEquity(record._id, bot.snapshot.atMs, bot.snapshot.balanceUsd);
    await history.noteIncidents(record._id, bot.incidents);
  }

  /** Notes that a bot trades again: since it last looked at its markets it saw nothing of them. */
  async keepPause(record: DeploymentRecord, bot: BotState): Promise<void> {
    if (record.heartbeatAt === undefined || bot.heartbeatAtMs === null) return;
    const pause = { kind: 'not_running', symbol: null, fromMs: record.heartbeatAt.getTime() } as const;
    await this.parts.history.noteIncidents(record._id, [{ ...pause, toMs: bot.heartbeatAtMs }]);
  }

  /** Forgets all that a deployment did. */
  async forget(deploymentId: string): Promise<void> {
    this.#noted.delete(deploymentId);
    await this.parts.history.remove(deploymentId);
    await this.parts.parityRecords.remove(deploymentId);
  }

  /** A bot tells its trades again after each start, and each is kept once. */
  async #keepTrades(record: DeploymentRecord, bot: BotState, noted: Noted): Promise<void> {
    const { runner, history } = this.parts;
    while (noted.closedTrades < bot.closedTrades) {
      const trades = await runner.closedTrades(placeOf(record), noted.closedTrades);
      // Its process is gone: it tells them again after its next start.
      if (trades.length === 0) return;
      const { _id, tradesBefore = 0 } = record;
      await history.noteTrades(
        _id,
        trades.map((trade) => ({ ...trade, number: trade.number + tradesBefore })),
      );
      noted.closedTrades += trades.length;
    }
  }

  #notedOf({ record: { _id: id }, bot: { generation } }: Said): Noted {
    const known = this.#noted.get(id);
    if (known?.generation === generation) return known;
    const fresh = { atMs: 0, generation, closedTrades: 0 };
    this.#noted.set(id, fresh);
    return fresh;
  }
}

/** What a record shows of its bot. */
export function notesOf(bot: BotState): Fields {
  return {
    ...(bot.heartbeatAtMs !== null && { heartbeatAt: new Date(bot.heartbeatAtMs) }),
    strategyErrors: bot.strategyErrors,
    feedSilentSince: bot.feedSilentSinceMs === null ? null : new Date(bot.feedSilentSinceMs),
    ...(bot.lastStrategyError !== null && { lastStrategyError: bot.lastStrategyError }),
    ...(bot.snapshot !== null && { snapshot: bot.snapshot }),
  };
}
