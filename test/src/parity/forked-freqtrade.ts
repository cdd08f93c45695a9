import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./forked.py', import.meta.url));

/** freqtrade's own command, one run after the other, without an import of seconds for each. */
export class ForkedFreqtrade implements AsyncDisposable {
  readonly #answers: AsyncIterator<string>;
  #former: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly process: ChildProcessByStdio<Writable, Readable, null>,
    lines: Interface,
  ) {
    this.#answers = lines[Symbol.asyncIterator]();
  }

  /** Starts the process to fork from; `python` is the interpreter that has freqtrade. */
  static start(python: string): ForkedFreqtrade {
    const child = spawn(python, [SCRIPT], { env: { PATH: process.env['PATH'] }, stdio: ['pipe', 'pipe', 'inherit'] });
    return new ForkedFreqtrade(child, createInterface({ input: child.stdout }));
  }

  /** Runs the command in its own folder, once those before it are done, and returns its output. Throws the output where it fails. */
  run(home: string, args: readonly string[]): Promise<string> {
    const done = this.#former.then(() => this.#run(home, args));
    this.#former = done.catch(() => {});
    return done;
  }

  async #run(home: string, args: readonly string[]): Promise<string> {
    const log = join(home, 'command.log');
    // Wide enough that no cell of a table is broken.
    const env = { PATH: process.env['PATH'], HOME: home, COLUMNS: '250' };
    this.process.stdin.write(`${JSON.stringify({ args, env, log })}\n`);
    const { value: code, done } = await this.#answers.next();
    const printed = await readFile(log, 'utf8');
    if (done || code !== '0') throw new Error(`freqtrade ended with ${code}: ${printed}`);
    return printed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.stdin.end();
    await ended;
  }
}
