import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runOptions } from './framework.fixture.js';
import type { BacktestTrade, Framework } from './framework.js';
import { freqtrade } from './freqtrade/definition.js';
import { createTestFreqtrade, generateMarket, strategyWith, type TestMarket } from './freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from './index.js';

const PROVISIONING_MS = 10 * 60_000;
const RUN_MS = 300_000;
const SAYS_ITS_VERSION = strategyWith({
  imports: 'import freqtrade, logging',
  indicators: 'logging.getLogger("probe").info("runs on %s", freqtrade.__version__)',
});

const [current, ...older] = freqtrade.images;

describe('an older version', () => {
  let market: TestMarket;
  const opened: Framework[] = [];

  beforeAll(async () => {
    market = await generateMarket();
  });

  afterAll(async () => {
    await Promise.all(opened.map((framework) => framework.close()));
    await market.remove();
  });

  async function runOn(image: typeof current) {
    const framework = createTestFreqtrade(defaultBacktestLimits, 0, 1, image);
    opened.push(framework);
    const lines: string[] = [];
    const trades: BacktestTrade[] = [];
    const onLog = ({ message }: { message: string }) => void lines.push(message);
    const onTrades = async (some: readonly BacktestTrade[]) => void trades.push(...some);
    const job = market.job(SAYS_ITS_VERSION, { configJson: '{"stake_amount": 200}' });
    expect(await framework.validate(job.source)).toEqual({ kind: 'valid' });
    const tables = await framework.tables(job.source);
    const outcome = await framework.run(job, runOptions({ onLog, onTrades }));
    const said = lines.find((line) => line.includes('runs on'));
    return { framework, tables, outcome, trades, said };
  }

  test(
    'runs with its own packages, beside the default one',
    async () => {
      const image = older.find(({ version }) => version === '2026.8');
      if (image === undefined) throw new Error('no 2026.8 is listed');
      const [was, is] = [await runOn(image), await runOn(current)];
      expect(was.framework.describe()).toMatchObject({ version: '2026.8', status: 'ready', isDefault: false });
      expect(was.said).toContain('runs on 2026.8');
      expect(is.said).toContain('runs on 2026.9');
      expect(was.outcome).toMatchObject({ kind: 'finished', result: { recomputed: [] } });
      expect(was.trades.length).toBeGreaterThan(0);
      // Nothing of what this strategy uses has changed between the two.
      expect(was.tables).toEqual(is.tables);
      expect(was.trades).toEqual(is.trades);
    },
    PROVISIONING_MS + RUN_MS,
  );
});
