import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('./bare.py', import.meta.url));
const PACKAGED =
  'import pathlib, nautilus_trader.examples.strategies as s; print(pathlib.Path(s.__file__).parent, end="")';

/** A job of the runner, in its field names. */
export interface BareJob {
  readonly code: string;
  readonly strategy_class: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** The suffix of an alias, for example `HYPERLIQUID`. */
  readonly venue: string;
  readonly symbols: readonly string[];
  readonly from_ms: number;
  readonly to_ms: number;
  readonly fee_rate: number;
  readonly seed: number;
  readonly instruments: readonly BareInstrument[];
  /** Parquet files by symbol and timeframe. */
  readonly candles: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly funding: Readonly<Record<string, readonly string[]>>;
}

/** The venue's own description of a market. */
export interface BareInstrument {
  readonly symbol: string;
  readonly kind: 'perpetual' | 'prediction';
  readonly size_decimals: number;
  readonly tick_size: string;
  readonly max_leverage: number;
  readonly prediction: null | {
    readonly question: string;
    readonly outcome: string;
    readonly end_date_ms: number;
    readonly resolution: string;
  };
}

const summaries = z.record(z.string(), z.object({ profit_abs: z.number(), trades: z.number(), wins: z.number() }));

const answer = z.union([
  z.object({ error: z.string() }),
  z.object({
    trades: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
    figures: z.record(z.string(), z.number()),
    per_pair: summaries,
    per_exit_reason: summaries,
    equity_curve: z.array(z.tuple([z.number(), z.number()])),
    data: z.tuple([z.number(), z.number()]),
  }),
]);

/** The result of a run of the bare framework. */
export type BareResult = Exclude<z.output<typeof answer>, { error: string }>;

/** nautilus's own engine, one run after the other, without an import of seconds for each. */
export class BareNautilus implements AsyncDisposable {
  readonly #answers: AsyncIterator<string>;
  #former: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly python: string,
    private readonly log: string,
    private readonly process: ChildProcessByStdio<Writable, Readable, null>,
  ) {
    this.#answers = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
  }

  /** Starts the process to fork from; `python` is the interpreter that has nautilus, `log` the file for the output of runs. */
  static start(python: string, log: string): BareNautilus {
    const child = spawn(python, [SCRIPT, log], {
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return new BareNautilus(python, log, child);
  }

  /** Runs a job once those before it are done. Throws its output where it fails. */
  run(job: BareJob): Promise<BareResult> {
    const done = this.#former.then(() => this.#run(job));
    this.#former = done.catch(() => {});
    return done;
  }

  /** Returns the text of one of nautilus's own strategies. */
  async packaged(name: string): Promise<string> {
    const { stdout: folder } = await promisify(execFile)(this.python, ['-c', PACKAGED]);
    return readFile(join(folder, `${name}.py`), 'utf8');
  }

  async #run(job: BareJob): Promise<BareResult> {
    this.process.stdin.write(`${JSON.stringify(job)}\n`);
    const { value: line, done } = await this.#answers.next();
    const result = done ? { error: 'the runner ended' } : answer.parse(JSON.parse(line));
    if ('error' in result) throw new Error(`nautilus: ${result.error}\n${await readFile(this.log, 'utf8')}`);
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.stdin.end();
    await ended;
  }
}
