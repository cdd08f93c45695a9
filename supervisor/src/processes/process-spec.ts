import type { AwaitReady } from './readiness.js';

/** A part of the platform that runs as a process of its own. */
export interface ProcessSpec {
  /** As the descriptor and the log file name it. */
  readonly name: string;
  /** What is run; asked at each start, since it may depend on what an earlier run left behind. */
  readonly command: () => { file: string; args: readonly string[] };
  /** Its whole environment: what it needs and no more. */
  readonly environment: Readonly<Record<string, string>>;
  readonly awaitReady: AwaitReady;
  /** Parts that must be ready before it is started the first time; a later restart of theirs does not touch it. */
  readonly needs: readonly string[];
}

/** Parts in the order of their dependence: all start at once but for their needs, and stop a stage at a time, last first. */
export type Stages = readonly (readonly ProcessSpec[])[];
