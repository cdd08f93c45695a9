import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { BotPlace, BotRunner } from '../bot-runner.js';
import type { BotState } from '../observation.js';
import type { Workload, WorkloadBot } from '../placement.js';

const MEBIBYTE = 1024 ** 2;
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;
const TEST_MS_MAX = 300_000;

/** What the contract is tried on. */
export interface RunnerUnderTest {
  readonly runner: BotRunner;
  /** A runner as a restarted service has it: it knows nothing but what lies in the same place. */
  again(): Promise<BotRunner>;
  /** The program of `contract_bot.py`, and what isolates it. */
  readonly program: Pick<Workload, 'program' | 'isolation'>;
  /** Ends the process of a bot from outside, as a machine without memory does. */
  killBot(bot: BotState): void;
  /** Ends everything that holds the bots of a workload, from outside. */
  killHolder(workloadId: string): Promise<void>;
  /** Whether bots are users of their own, whom nothing of another is shown. */
  readonly separatesUsers: boolean;
  close(): Promise<void>;
}

/** The contract of every runner of bots: `make` gives a fresh one for each test. */
export function describeBotRunner(name: string, make: () => Promise<RunnerUnderTest>): void {
  jest.setTimeout(TEST_MS_MAX);
  let tried: RunnerUnderTest;
  let bots = 0;

  /** Places a bot in a workload and waits until it trades. */
  async function placed(changes: BotChanges = {}): Promise<BotPlace> {
    bots += 1;
    const place = { workloadId: changes.workloadId ?? 'shared-1', deploymentId: changes.id ?? `dpl_${bots}` };
    await tried.runner.place(workloadOf(place.workloadId, tried.program), botOf(place.deploymentId, changes));
    if (changes.does === undefined) await until(place, ({ state }) => state === 'running');
    return place;
  }

  async function stateOf({ workloadId, deploymentId }: BotPlace, runner = tried.runner): Promise<BotState | undefined> {
    const observed = await runner.observe(workloadId);
    return observed.flatMap((each) => each.bots).find((bot) => bot.deploymentId === deploymentId);
  }

  const until = (place: BotPlace, holds: (bot: BotState) => boolean): Promise<BotState> =>
    eventually(async () => {
      const bot = await stateOf(place);
      return bot !== undefined && holds(bot) ? bot : undefined;
    });

  const ended = ({ ended: end }: BotState) => end !== null;
  const messages = async (place: BotPlace) =>
    (await tried.runner.logs(place, { sinceNs: 0n, limit: 5_000 })).map(({ message }) => message);

  describe(name, () => {
    afterEach(async () => {
      for (const { workloadId, bots: left } of await tried.runner.observe())
        for (const { deploymentId } of left) await tried.runner.remove({ workloadId, deploymentId });
      await tried.close();
    });

    test('runs a bot, and says that it trades', async () => {
      tried = await make();
      const place = await placed();
      const bot = await until(place, ({ snapshot, processId }) => snapshot !== null && processId !== null);
      expect(bot).toMatchObject({ generation: 1, state: 'running', failure: null, ended: null, entriesBlocked: false });
      expect(bot.snapshot).toMatchObject({ realizedUsd: 1, balanceUsd: 1_000 });
      expect(bot.heartbeatAtMs).toBeGreaterThanOrEqual(bot.startedAtMs);
    });

    test('leaves a bot that is placed again as it is, but for its entries', async () => {
      tried = await make();
      const place = await placed();
      const { processId } = await until(place, (bot) => bot.processId !== null);
      await placed({ id: place.deploymentId, entriesBlocked: true });
      const bot = await until(place, ({ entriesBlocked }) => entriesBlocked);
      expect(bot.processId).toBe(processId);
      await placed({ id: place.deploymentId });
      await until(place, ({ entriesBlocked }) => !entriesBlocked);
    });

    test('is found again by a restarted service with the same process, which went on meanwhile', async () => {
      tried = await make();
      const place = await placed();
      const before = await until(place, (bot) => bot.processId !== null);
      const again = await tried.again();
      const found = await stateOf(place, again);
      expect(found).toMatchObject({ processId: before.processId, startedAtMs: before.startedAtMs, ended: null });
      await again.place(workloadOf(place.workloadId, tried.program), botOf(place.deploymentId, {}));
      expect((await stateOf(place, again))?.processId).toBe(before.processId);
    });

    test('keeps what a stopped bot has for its next start', async () => {
      tried = await make();
      const place = await placed();
      await tried.runner.stop(place);
      expect(await until(place, ended)).toMatchObject({ state: 'stopped', failure: null, ended: { by: 'told' } });
      await tried.runner.stop(place);
      await placed({ id: place.deploymentId, generation: 2 });
      const bot = await until(place, ({ snapshot }) => snapshot?.realizedUsd === 2);
      expect(bot.generation).toBe(2);
      const starts = async () => (await messages(place)).filter((line) => line.startsWith('started'));
      await eventually(async () => ((await starts()).length === 2 ? true : undefined));
    });

    test('refuses a new start while an earlier one of the bot runs', async () => {
      tried = await make();
      const place = await placed();
      await expect(placed({ id: place.deploymentId, generation: 2 })).rejects.toThrow(/earlier start/);
      expect((await stateOf(place))?.generation).toBe(1);
    });

    test('tells of a bot that is killed, and its neighbour goes on', async () => {
      tried = await make();
      const [victim, neighbour] = [await placed(), await placed()];
      const before = await until(neighbour, (bot) => bot.processId !== null);
      tried.killBot(await until(victim, (bot) => bot.processId !== null));
      expect(await until(victim, ended)).toMatchObject({
        state: 'failed',
        failure: { code: 'process_ended', message: expect.stringMatching(/signal 9/) },
        ended: { by: 'itself' },
      });
      const after = await until(neighbour, ({ heartbeatAtMs }) => (heartbeatAtMs ?? 0) > (before.heartbeatAtMs ?? 0));
      expect([after.processId, after.ended]).toEqual([before.processId, null]);
      await placed({ id: victim.deploymentId, generation: 2 });
    });

    test.each([
      ['throws', 'throw', { code: 'strategy_failed', message: 'line 7: the strategy threw' }],
      ['takes memory without end', 'allocate', { code: 'memory_limit_exceeded' }],
      ['ends itself', 'exit', { code: 'process_ended' }],
      ['says what nobody understands', 'lie', { code: 'strategy_failed' }],
      ['stands still', 'hang', { code: 'no_progress' }],
    ])('ends a bot that %s, and no neighbour', async (_what, does, failure) => {
      tried = await make();
      const neighbour = await placed();
      const before = await until(neighbour, (bot) => bot.processId !== null);
      const place = await placed({ does, stallMs: 3_000 });
      expect(await until(place, ended)).toMatchObject({ state: 'failed', failure, ended: { by: 'itself' } });
      const after = await until(neighbour, ({ heartbeatAtMs }) => (heartbeatAtMs ?? 0) > (before.heartbeatAtMs ?? 0));
      expect([after.processId, after.ended]).toEqual([before.processId, null]);
    });

    test('tells that all bots ended whose holder was killed, and starts them again', async () => {
      tried = await make();
      const places = [await placed(), await placed()];
      for (const place of places) await until(place, (bot) => bot.processId !== null);
      await tried.killHolder('shared-1');
      for (const place of places) expect((await until(place, ended)).ended?.by).toBe('itself');
      for (const { deploymentId } of places) await placed({ id: deploymentId, generation: 2 });
    });

    test('tells of each closed trade, by pages', async () => {
      tried = await make();
      const place = await placed({ trades: 1_234 });
      await until(place, ({ closedTrades }) => closedTrades === 1_234);
      const numbers: number[] = [];
      for (;;) {
        const page = await tried.runner.closedTrades(place, numbers.length);
        if (page.length === 0) break;
        numbers.push(...page.map(({ number }) => number));
      }
      expect(numbers).toEqual(Array.from({ length: 1_234 }, (_, index) => index + 1));
    });

    test('keeps a flooded log within its bounds, and says what was dropped', async () => {
      tried = await make();
      const place = await placed({ does: 'flood' });
      await until(place, ({ state }) => state === 'running');
      await eventually(async () => (await messages(place)).find((line) => /^\(\d+ lines were dropped here/.test(line)));
    });

    test('leaves nothing of a bot that is removed', async () => {
      tried = await make();
      const [gone, neighbour] = [await placed(), await placed()];
      await tried.runner.remove(gone);
      await tried.runner.remove(gone);
      expect(await stateOf(gone)).toBeUndefined();
      expect(await messages(gone)).toEqual([]);
      expect((await stateOf(neighbour))?.ended).toBeNull();
      await tried.runner.remove(neighbour);
      await eventually(async () => ((await tried.runner.observe()).length === 0 ? true : undefined));
    });

    test('shows a bot nothing of its neighbours', async () => {
      tried = await make();
      await placed();
      const place = await placed({ does: 'pry' });
      await until(place, ({ state }) => state === 'running');
      const line = await eventually(async () => (await messages(place)).find((each) => each.startsWith('sees')));
      if (tried.separatesUsers) expect(line).toBe('sees []');
      else expect(line).toMatch(/^sees/);
    });
  });
}

/** Looks until something is found; throws after a minute. */
async function eventually<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > giveUpAt) throw new Error('nothing was found within a minute');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

interface BotChanges {
  readonly workloadId?: string;
  readonly id?: string;
  readonly generation?: number;
  readonly does?: string;
  readonly trades?: number;
  readonly entriesBlocked?: boolean;
  readonly stallMs?: number;
}

/** A process of bots that runs `contract_bot.py`. */
export function workloadOf(workloadId: string, program: RunnerUnderTest['program']): Workload {
  return {
    ...{ workloadId, framework: 'nautilus', venue: 'hyperliquid' },
    ...program,
    limits: { memoryBytes: 1_024 * MEBIBYTE, folderBytes: 64 * MEBIBYTE, processes: 64, cpuSeconds: 600 },
  };
}

/** A bot of `contract_bot.py`. */
export function botOf(deploymentId: string, changes: BotChanges): WorkloadBot {
  const { generation = 1, does, trades = 0, entriesBlocked = false, stallMs = 60_000 } = changes;
  return {
    ...{ deploymentId, generation, entriesBlocked },
    code: '',
    configJson: JSON.stringify({ trades, ...(does !== undefined && { does }) }),
    symbols: ['BTC'],
    feeRate: 0.0005,
    markets: [],
    limits: {
      memoryBytes: 128 * MEBIBYTE,
      stateBytes: MEBIBYTE,
      fileBytes: MEBIBYTE,
      processes: 8,
      cpuSeconds: 600,
      startMs: 60_000,
      stallMs,
      stopMs: 10_000,
    },
  };
}
