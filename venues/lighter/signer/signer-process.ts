import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { withTimeout } from '@platform/kit/clock';
import { readLines } from '@platform/kit/lines';
import { LighterSignerError } from './errors.js';
import { type Answer, answerSchema, LINE_BYTES_MAX } from './messages.js';

/** The process holds the library beside little of its own: 60 MiB in all. */
const NODE_OPTIONS = ['--max-old-space-size=64', '--max-semi-space-size=1'];
/** Its whole environment: a library that crashes writes no traces of what it holds. */
const ENVIRONMENT = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '1', GOTRACEBACK: 'none' };

/** What is started. */
export interface SignerProgram {
  /** The bundle of `main.ts`. */
  readonly program: string;
  /** The shared library. */
  readonly library: string;
}

/** The signer's process, from its start to its end: it inherits nothing, and is asked one question at a time. */
export class SignerProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #answers: AsyncGenerator<string>;
  readonly #ended: Promise<string>;
  #isOver = false;

  private constructor({ program, library }: SignerProgram) {
    this.#child = spawn(process.execPath, [...NODE_OPTIONS, program, library], {
      cwd: '/',
      env: ENVIRONMENT,
      // What it might say of an error is not kept: it could quote a key.
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#ended = new Promise((resolve) => {
      const end = (how: string) => {
        this.#isOver = true;
        resolve(how);
      };
      this.#child.on('error', ({ message }) => end(message));
      this.#child.on('exit', (code, signal) => end(signal ?? `exit status ${code}`));
    });
    const { stdin, stdout } = this.#child;
    if (!(stdin instanceof Writable) || !(stdout instanceof Readable))
      throw new LighterSignerError('unavailable', 'the signer could not be started: the machine has no pipe for it');
    this.#input = stdin;
    // That it has ended is seen by its output.
    stdin.on('error', () => {});
    this.#answers = readLines(stdout, { lineBytes: LINE_BYTES_MAX, totalBytes: Number.POSITIVE_INFINITY });
  }

  /** Starts one; settles when it has loaded the library. Rejects with `LighterSignerError` (`unavailable`). */
  static async start(program: SignerProgram, timeoutMs: number): Promise<SignerProcess> {
    const started = new SignerProcess(program);
    try {
      const { kind } = await started.#next(timeoutMs);
      if (kind !== 'ready')
        throw new LighterSignerError('untrue', 'it began with something else than that it is ready');
      return started;
    } catch (error) {
      await started.end();
      if (!(error instanceof LighterSignerError)) throw error;
      throw new LighterSignerError('unavailable', `the signer could not be started: ${error.message}`);
    }
  }

  /** Whether it has ended, or is about to. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Returns the answer to one question. Rejects with `LighterSignerError` where there is none that can be read; the process has ended then. */
  async ask(line: string, timeoutMs: number): Promise<Answer> {
    this.#input.write(`${line}\n`);
    try {
      return await this.#next(timeoutMs);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Ends it at once, with all that it holds. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async #next(timeoutMs: number): Promise<Answer> {
    const late = (): never => {
      throw new LighterSignerError('late', `the signer did not answer within ${timeoutMs} ms`);
    };
    const { done, value } = await withTimeout(this.#answers.next(), timeoutMs, late).catch(unreadable);
    if (done === true) throw new LighterSignerError('ended', `the signer's process ended: ${await this.#ended}`);
    return readAnswer(value);
  }
}

/** What can't be read says so in words of its own: an error of the reader could quote what it read. */
function unreadable(error: unknown): never {
  if (error instanceof LighterSignerError) throw error;
  throw new LighterSignerError('untrue', "the signer's answer could not be read");
}

function readAnswer(line: string): Answer {
  try {
    return answerSchema.parse(JSON.parse(line));
  } catch (error) {
    return unreadable(error);
  }
}
