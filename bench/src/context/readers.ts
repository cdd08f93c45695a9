import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeneratedHistory } from '@platform/context-service/testing';
import { run } from '@platform/kit/provisioning';
import { z } from 'zod';
import { PAGE_ROWS, type Page, timed } from './pages.js';

const SCRIPT = fileURLToPath(new URL('../../src/context/readers.py', import.meta.url));
const RUN_MS_MAX = 10 * 60_000;
const milliseconds = z.array(z.number());
const answer = z.object({
  duckdb: milliseconds,
  polars: milliseconds,
  duckdb_all_files: milliseconds,
  polars_all_files: milliseconds,
});

/** Milliseconds per page of each reader of the same files. */
export type ReaderTimes = Readonly<Record<keyof z.output<typeof answer> | 'ours' | 'ours_again', readonly number[]>>;

/** Reads the same pages of the same files by the service's reader, DuckDB and polars, each with cold caches. */
export async function timeReaders(
  python: string,
  history: GeneratedHistory,
  pages: readonly Page[],
): Promise<ReaderTimes> {
  const filesOf = ({ symbol, fromMs, toMs }: Page) =>
    history.filesOf(symbol).filter((file) => file.toMs >= fromMs && file.fromMs < toMs);
  const ours = await timed(pages, (page) => history.read('forgetful', filesOf(page), page));
  await timed(pages, (page) => history.read('remembering', filesOf(page), page));
  const again = await timed(pages, (page) => history.read('remembering', filesOf(page), page));
  const asked = pages.map((page) => ({
    files: filesOf(page).map(({ path }) => path),
    all_files: history.filesOf(page.symbol).map(({ path }) => path),
    ...{ from_ms: page.fromMs, to_ms: page.toMs, rows: PAGE_ROWS },
  }));
  return { ours, ours_again: again, ...(await timeInPython(python, asked)) };
}

async function timeInPython(python: string, asked: readonly object[]): Promise<z.output<typeof answer>> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-context-'));
  try {
    const file = join(directory, 'pages.json');
    await writeFile(file, JSON.stringify(asked));
    const lines: string[] = [];
    await run(python, [SCRIPT, file], {
      env: { PATH: process.env['PATH'] },
      timeoutMs: RUN_MS_MAX,
      onLine: (line) => lines.push(line),
    });
    return answer.parse(JSON.parse(lines.at(-1) ?? ''));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
