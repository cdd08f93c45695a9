import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const DATASETS = fileURLToPath(new URL('../../../services/context/dist/cli/main.js', import.meta.url));

/** Tests of the releases of a platform that only the caller uses: markets of lighter are damaged and withdrawn. */
export function describeReleases(parts: () => { platform: Platform; caller: Caller }): void {
  describe('releases', () => testReleases(parts));
}

function testReleases(parts: () => { platform: Platform; caller: Caller }): void {
  const MARKETS = { ready: 'BTC-PERP.LIGHTER', withdrawn: 'ETH-PERP.LIGHTER', damaged: 'SOL-PERP.LIGHTER' };
  const objects = () => join(parts().platform.dataDirectory, 'objects');
  const keyOf = (market: string) => market.replaceAll('.', '=2E');
  const lookUp = (market: string, venue = 'lighter') =>
    parts().caller.send('GET', `/runtime/backtests/dataset?venue=${venue}&market=${encodeURIComponent(market)}`);
  const reasonOf = async (market: string) => (await lookUp(market)).body.unavailability_reason;

  function datasets(verb: string, market: string, ...more: readonly string[]): Promise<{ stdout: string }> {
    const env = { PATH: process.env['PATH'], DATA_DIR: parts().platform.dataDirectory };
    return promisify(execFile)(process.execPath, [DATASETS, verb, '--venue', 'lighter', '--market', market, ...more], {
      env,
    });
  }

  /** Writes a marker for a market that does not exist, as a damaged store would have it. */
  async function mark(market: string, marker: string): Promise<void> {
    await mkdir(join(objects(), 'readiness/lighter'), { recursive: true });
    await writeFile(join(objects(), `readiness/lighter/${keyOf(market)}.json`), marker);
  }

  beforeAll(async () => {
    for (const market of Object.values(MARKETS)) await datasets('publish', market);
  }, 60_000);

  test('are what the datasets of a market are, and what its backtests run on', async () => {
    const { status, body } = await lookUp(MARKETS.ready);
    expect([status, Object.keys(body)]).toEqual([200, ['venue', 'market', 'backtest_ready', 'dataset']]);
    const { dataset_version: release, bars, funding } = body.dataset;
    expect(body).toMatchObject({ venue: 'lighter', market: MARKETS.ready, backtest_ready: true });
    expect(body.dataset.manifest_uri).toBe(
      `dataset://releases/lighter/${keyOf(MARKETS.ready)}/${release}/manifest.json`,
    );
    expect(Date.parse(bars.coverage_end)).toBeGreaterThan(Date.parse(bars.coverage_start));
    if (funding !== null) expect(Object.keys(funding)).toEqual(['coverage_start', 'coverage_end']);
    const listed = (await parts().caller.send('GET', `/context/datasets?venue=lighter&symbol=${MARKETS.ready}`)).body
      .datasets;
    expect(listed).toMatchObject([{ release, tables: expect.any(Object), gaps: expect.any(Array) }]);
    const { data } = (
      await parts().caller.query(
        `{ backtestDataset(venue: "lighter", market: "${MARKETS.ready}") { backtestReady dataset { datasetVersion } } }`,
      )
    ).body;
    expect(data.backtestDataset).toEqual({ backtestReady: true, dataset: { datasetVersion: release } });
    const all = (await parts().caller.send('GET', '/context/datasets?venue=polymarket')).body;
    expect(all).toMatchObject({ datasets: expect.any(Array), next_cursor: null });
  });

  test('that can not be used say why, one market at a time', async () => {
    await datasets('withdraw', MARKETS.withdrawn, '--reason', 'wrong');
    const folder = join(objects(), `releases/lighter/${keyOf(MARKETS.damaged)}/objects`);
    for (const name of await readdir(folder)) await appendFile(join(folder, name), '!');
    const text = await readFile(join(objects(), `readiness/lighter/${keyOf(MARKETS.ready)}.json`), 'utf8');
    const of = (market: string) => ({ ...JSON.parse(text), market });
    await mark('MALFORMED-PERP.LIGHTER', '{');
    await mark('FOREIGN-PERP.LIGHTER', JSON.stringify({ ...of('FOREIGN-PERP.LIGHTER'), environment: 'other' }));
    const { release } = of('');
    const manifest = { key: `releases/lighter/GONE-PERP=2ELIGHTER/${release}/manifest.json`, sha256: '0' };
    await mark('GONE-PERP.LIGHTER', JSON.stringify({ ...of('GONE-PERP.LIGHTER'), manifest }));
    expect(await lookUp('NONE-PERP.LIGHTER')).toMatchObject({
      status: 200,
      body: { backtest_ready: false, unavailability_reason: 'not_published', dataset: null },
    });
    // Earlier reads of a market may be cached for up to 15 s.
    await until(
      'the withdrawal',
      () => reasonOf(MARKETS.withdrawn),
      (reason) => reason === 'withdrawn',
      { timeoutMs: 60_000 },
    );
    expect(await reasonOf(MARKETS.damaged)).toBe('corrupted_object');
    expect(await reasonOf('MALFORMED-PERP.LIGHTER')).toBe('malformed_marker');
    expect(await reasonOf('FOREIGN-PERP.LIGHTER')).toBe('foreign_environment');
    expect(await reasonOf('GONE-PERP.LIGHTER')).toBe('corrupted_manifest');
    expect(await reasonOf(MARKETS.ready)).toBeUndefined();
  });

  test.each([
    ['', 400, 'invalid_request'],
    ['venue=lighter', 400, 'invalid_request'],
    ['venue=hyperliquid&market=BTC/USDC:USDC', 400, 'invalid_request'],
    ['venue=lighter&market=BTC', 400, 'symbol_not_canonical'],
    ['venue=lighter&market=!', 404, 'market_not_found'],
    ['venue=polymarket&market=What is it?', 400, 'invalid_request'],
  ])('%s is %i %s', async (query, status, code) => {
    const answer = await parts().caller.send('GET', `/runtime/backtests/dataset?${query}`);
    expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code });
  });
}
