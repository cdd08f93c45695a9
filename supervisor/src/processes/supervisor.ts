import type { Clock } from '@platform/kit/clock';
import { logFile } from './log-file.js';
import type { ProcessSpec, Stages } from './process-spec.js';
import type { RunRecord } from './run-record.js';
import { SupervisedProcess } from './supervised-process.js';

/** Keeps the processes of a table running. */
export class Supervisor {
  readonly #stages: readonly (readonly SupervisedProcess[])[];
  #isStarted = false;

  constructor(options: {
    stages: Stages;
    dataDirectory: string;
    record: RunRecord;
    clock: Clock;
    say: (line: string) => void;
    /** Called when a process became ready: while starting, and after each restart. */
    onReady: (name: string) => void;
  }) {
    const { stages, dataDirectory, onReady } = options;
    const supervise = (spec: ProcessSpec) =>
      new SupervisedProcess(spec, {
        ...options,
        logFile: logFile(dataDirectory, spec.name),
        onReady: () => onReady(spec.name),
      });
    this.#stages = stages.map((stage) => stage.map(supervise));
  }

  /** Returns the process ids of all that have been ready, by name. */
  get processes(): Record<string, number> {
    return Object.fromEntries(
      this.#stages.flat().flatMap(({ spec, pid }) => (pid === undefined ? [] : [[spec.name, pid]])),
    );
  }

  /** Whether all have been ready. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Starts all at once, each after what it needs; resolves when all are ready and rejects when one fails for good. */
  async start(): Promise<void> {
    const started = new Map<string, Promise<void>>();
    for (const process of this.#stages.flat()) started.set(process.spec.name, this.#startAfterNeeds(process, started));
    await Promise.all(started.values());
    this.#isStarted = true;
  }

  /** Stops all, last stage first. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    for (const stage of this.#stages.toReversed()) await Promise.all(stage.map((process) => process.stop()));
  }

  async #startAfterNeeds(process: SupervisedProcess, started: ReadonlyMap<string, Promise<void>>): Promise<void> {
    await Promise.all(
      process.spec.needs.map((name) => {
        const needed = started.get(name);
        if (needed === undefined) throw new Error(`${process.spec.name} needs ${name}, which no earlier stage starts`);
        return needed;
      }),
    );
    await process.start();
  }
}
