import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TLSSocket } from 'node:tls';
import { monotonicMs } from '@platform/kit/clock';
import type { IsolatedProcess, ProcessEnd } from '../runner.js';
import { listen, type Order, say, type Word, wordSchema } from './control.js';
import { type LinkName, linkNames } from './links.js';

/** A pod says something four times a second; one that has not for as long is not there any more, or its machine stands still. */
const SILENCE_MS_MAX = 30_000;
const LOOK_INTERVAL_MS = 1_000;
/** What a program that was killed is given to end, until its pod is taken away. */
const KILLED_MS_MAX = 10_000;

/** Where a program runs. */
export interface ProgramPod {
  /** Opens a link to it. Settles when it is there; rejects with the reason why it can't be. */
  open(name: LinkName): Promise<TLSSocket>;
  /** Returns how a program ended whose pod said nothing of it. */
  lost(): Promise<ProcessEnd>;
  /** Has it end, with all that was made for it. */
  remove(): void;
}

/** A program in a pod, as one of this machine looks. */
export class RemoteProcess implements IsolatedProcess {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly log = new PassThrough();
  readonly ended: Promise<ProcessEnd>;
  processorMs = 0;
  memoryBytes = 0;
  #control: Writable | undefined;
  #isPaused = false;
  #isKilled = false;
  #isOver = false;
  #heardAtMs = monotonicMs();
  readonly #gone = new AbortController();
  readonly #pauses: (() => void)[] = [];

  /** `placed` settles with the program's pod, and rejects where there will be none. */
  constructor(
    placed: Promise<ProgramPod>,
    private readonly start: Extract<Order, { kind: 'start' }>,
  ) {
    this.input.on('error', () => {});
    this.ended = this.#run(placed).finally(() => {
      this.#isOver = true;
      for (const settle of this.#pauses) settle();
    });
  }

  async setPaused(isPaused: boolean): Promise<void> {
    this.#isPaused = isPaused;
    if (this.#isOver || this.#control === undefined) return;
    const done = Promise.withResolvers<void>();
    this.#pauses.push(done.resolve);
    say(this.#control, { kind: 'pause', number: this.#pauses.length - 1, isPaused });
    await done.promise;
  }

  kill(): void {
    if (this.#isKilled) return;
    this.#isKilled = true;
    if (this.#control === undefined) this.#gone.abort();
    else {
      say(this.#control, { kind: 'kill' });
      setTimeout(() => this.#gone.abort(), KILLED_MS_MAX).unref();
    }
  }

  async #run(placed: Promise<ProgramPod>): Promise<ProcessEnd> {
    let pod: ProgramPod | undefined;
    try {
      pod = await this.#unlessGone(placed);
      return await this.#hold(pod);
    } catch (error) {
      if (this.#isKilled) return { kind: 'killed' };
      return { kind: 'not_started', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      this.output.end();
      this.log.end();
      if (pod === undefined)
        placed.then(
          (late) => late.remove(),
          () => {},
        );
      pod?.remove();
    }
  }

  /** From its links' opening to its end. */
  async #hold(pod: ProgramPod): Promise<ProcessEnd> {
    const links = await this.#open(pod);
    const [control, input, output, log] = links;
    if (control === undefined || input === undefined || output === undefined || log === undefined)
      throw new Error('a link is missing');
    const watching = setInterval(() => this.#look(), LOOK_INTERVAL_MS);
    this.#gone.signal.addEventListener('abort', () => control.destroy());
    this.#heardAtMs = monotonicMs();
    try {
      this.#control = control;
      say(control, this.start);
      if (this.#isPaused) say(control, { kind: 'pause', number: -1, isPaused: true });
      if (this.#isKilled) say(control, { kind: 'kill' });
      pipeline(this.input, input).catch(() => {});
      const read = Promise.all([pipeline(output, this.output), pipeline(log, this.log)]);
      read.catch(() => {});
      const end = await this.#listen(control);
      if (this.#isKilled) return { kind: 'killed' };
      // One that was told to go by somebody else, such as an eviction, has ended its program too.
      if (end === undefined || end.kind === 'killed') return await pod.lost();
      // Part of what it said may be missing.
      return await read.then(
        () => end,
        () => pod.lost(),
      );
    } finally {
      clearInterval(watching);
      for (const link of links) link.destroy();
    }
  }

  /** Those that open too late, or beside one that can't be, are closed. */
  async #open(pod: ProgramPod): Promise<readonly TLSSocket[]> {
    const opening = linkNames.map((name) => pod.open(name));
    try {
      return await this.#unlessGone(Promise.all(opening));
    } catch (error) {
      for (const link of opening)
        link.then(
          (late) => late.destroy(),
          () => {},
        );
      throw error;
    }
  }

  /** Returns what the pod says of the program's end; undefined where it says no more. */
  async #listen(control: TLSSocket): Promise<ProcessEnd | undefined> {
    try {
      for await (const word of listen(control, wordSchema)) {
        this.#heardAtMs = monotonicMs();
        if (word.kind === 'ended') return word.end;
        this.#note(word);
      }
    } catch {
      // It broke off, or said what no pod of the platform's says.
    }
    return undefined;
  }

  #note(word: Exclude<Word, { kind: 'ended' }>): void {
    if (word.kind === 'paused') {
      this.#pauses[word.number]?.();
      return;
    }
    this.processorMs = word.processorMs;
    this.memoryBytes = word.memoryBytes;
  }

  #look(): void {
    if (monotonicMs() - this.#heardAtMs > SILENCE_MS_MAX) this.#gone.abort();
  }

  /** Rejects as soon as the program was killed before it began. */
  #unlessGone<Outcome>(waited: Promise<Outcome>): Promise<Outcome> {
    const { signal } = this.#gone;
    const gone = new Promise<never>((_, reject) => {
      const end = () => reject(new Error('the program was given up'));
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
    gone.catch(() => {});
    return Promise.race([waited, gone]);
  }
}
