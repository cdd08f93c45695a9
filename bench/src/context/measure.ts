import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { GENERATED_ROWS, GeneratedHistory } from '@platform/context-service/testing';
import { Secret } from '@platform/kit/config';
import { Caller, type Platform } from '@platform/test/platform';
import { provisionPython } from '@platform/test/python';
import type { Effort } from '../effort.js';
import { environmentOf } from '../read/hops.js';
import { median, type Report } from '../report.js';
import { type Page, pageOfEveryObject, randomPages } from './pages.js';
import { type ReaderTimes, timeReaders } from './readers.js';
import { ContextService } from './service.js';
import { type Measured, summarize } from './summary.js';

/** Markets of 15 months of minutes: 2 million rows, and 20 million. */
const SIZES = [3, 30];
const ROUNDS = 3;
const PAGES_A_ROUND = 300;
const COLD_PAGES = 300;
const FINDS = 200;
/** How long the idle service is watched. */
const REST_SECONDS = 5;
const MS_A_SECOND = 1_000;

/** Measures pages of candles from any point of a large history: by the service, by its reader alone, by DuckDB and by polars. */
export function measureContext({ amount, onPlatform }: Effort): Promise<Report> {
  return onPlatform({}, (platform) => measureOn(platform, amount));
}

async function measureOn(platform: Platform, amount: Effort['amount']): Promise<Report> {
  const python = await provisionPython('parquet-readers');
  const caller = await Caller.register(platform, 'bench@example.com');
  const { processes } = await platform.descriptor();
  const objectStoreUrl = (await environmentOf(processes['context'] ?? 0))['OBJECT_STORE_URL'] ?? '';
  await using history = await GeneratedHistory.open(new Secret(await platform.mongodbUri()), objectStoreUrl);
  const service = new ContextService(platform, caller);
  const found: Measured[] = [];
  for (const markets of SIZES.slice(0, amount(SIZES.length, 1)))
    found.push(await measure({ service, history, python, amount }, amount(markets, 1)));
  await service.close();
  return summarize(found);
}

interface Parts {
  readonly service: ContextService;
  readonly history: GeneratedHistory;
  /** The interpreter of the other readers. */
  readonly python: string;
  readonly amount: Effort['amount'];
}

async function measure({ service, history, python, amount }: Parts, markets: number): Promise<Measured> {
  const restSeconds = amount(REST_SECONDS, 1);
  const startedAtMs = performance.now();
  while (history.symbols.length < markets) await history.add();
  const generatedSeconds = (performance.now() - startedAtMs) / MS_A_SECOND;
  const everyObject = pageOfEveryObject(history);
  const [probe = { symbol: '', fromMs: 0, toMs: 0 }] = everyObject;
  await service.restart(probe);
  const cold = await service.time(everyObject.slice(1));
  const warm: number[] = [];
  const readers: ReaderTimes[] = [];
  const load: number[] = [];
  let processorMs = 0;
  for (let round = 0; round < amount(ROUNDS, 1); round += 1) {
    const pages: Page[] = randomPages(history.symbols, amount(PAGES_A_ROUND, 5), markets + round);
    const restMs = await processorMsOf(service, () => wait(restSeconds * MS_A_SECOND));
    const times: number[] = [];
    const usedMs = await processorMsOf(service, async () => void times.push(...(await service.time(pages))));
    const seconds = times.reduce((sum, time) => sum + time, 0) / MS_A_SECOND;
    processorMs += usedMs - (restMs / restSeconds) * seconds;
    warm.push(...times);
    readers.push(await timeReaders(python, history, pages));
    load.push(loadavg()[0] ?? Number.NaN);
  }
  const find = async (part: 'all' | 'rows') => {
    const symbols = randomPages(history.symbols, amount(FINDS, 2), markets).map(({ symbol }) => symbol);
    const times: number[] = [];
    for (const symbol of symbols) {
      const sentAtMs = performance.now();
      await history.find(symbol, part);
      times.push(performance.now() - sentAtMs);
    }
    return median(times);
  };
  return {
    rows: markets * GENERATED_ROWS,
    objects: everyObject.length,
    ...{ generatedSeconds, coldMs: cold.slice(0, COLD_PAGES), warmMs: warm, readers, load },
    processorMs: processorMs / warm.length,
    memory: await service.memory(),
    findMs: { all: await find('all'), rows: await find('rows') },
  };
}

async function processorMsOf(service: ContextService, work: () => Promise<void>): Promise<number> {
  const before = await service.processorMs();
  await work();
  return (await service.processorMs()) - before;
}
