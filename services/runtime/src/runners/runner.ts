import type { Readable, Writable } from 'node:stream';

/** A program to run in isolation. */
export interface IsolatedProgram {
  /** The program and its arguments; the runner appends one more, its limits as JSON, which it applies to itself. */
  readonly command: readonly [string, ...string[]];
  /** Absolute paths it may read; of the rest of the machine it sees the system's libraries alone. */
  readonly readOnlyPaths: readonly string[];
  /**
   * A folder of this machine that outlives it, which it sees as `state` in its own folder; absent where nothing does. A program that has one
   * starts its processes under users of their own, where the platform runs as root: it is trusted itself.
   */
  readonly stateFolder?: string;
  /** Its whole environment but for `HOME` and `TMPDIR`, which name its own folder. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What one isolated program may use, all its processes together. */
export interface ProcessLimits {
  /** What they hold resident; address space that they merely reserve doesn't count. */
  readonly memoryBytes: number;
  /** Its own folder: the only place it can write to; gone with it. */
  readonly folderBytes: number;
  readonly processes: number;
  /** Processor time of one of its processes; its user bounds the wall time. */
  readonly cpuSeconds: number;
}

/** A limit that ended a program. */
export type ExceededLimit = 'memory_limit_exceeded' | 'process_limit_exceeded' | 'time_limit_exceeded';

/** How a program ended; nothing of it runs any more. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** `used` is what was seen of it: bytes of memory, or processes; absent for processor time. */
  | { readonly kind: 'limit_exceeded'; readonly limit: ExceededLimit; readonly used?: number }
  | { readonly kind: 'killed' }
  | { readonly kind: 'not_started'; readonly reason: string };

/**
 * A running isolated program. It communicates through the three standard streams alone, which any runner can carry.
 * Whatever comes out of it is untrusted.
 */
export interface IsolatedProcess {
  /** Errors of this stream are harmless: `ended` reports why its reader is gone. */
  readonly input: Writable;
  readonly output: Readable;
  readonly log: Readable;
  /** Processor time that all its processes were last seen to have used. */
  readonly processorMs: number;
  /** Memory that all its processes together were last seen to hold. */
  readonly memoryBytes: number;
  /** Settles once all its processes are gone and both outputs are read; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Pauses all its processes, or resumes them; settles when that is done. Stopped ones can be ended, and end with
   * the service. Where nothing isolates them they are never paused.
   */
  setPaused(isPaused: boolean): Promise<void>;
  /** Ends all its processes; `ended` settles when they are gone. */
  kill(): void;
}

/** Where isolated programs run: processes of this machine, or of a cluster. */
export interface Runner {
  /** False where programs run with limits but without isolation. */
  readonly isolates: boolean;
  /** How long a program may take to be there, beside what it takes to begin; absent where it is there at once. */
  readonly placingMsMax?: number;
  start(program: IsolatedProgram, limits: ProcessLimits): IsolatedProcess;
  /** Rejects where no program could be started now; absent where starting one is a cheap way to see it. */
  check?(): Promise<void>;
}
