import type { Clock } from '@platform/kit/clock';

/** How a cache is kept. */
export interface CacheOptions {
  /** Its folder, which all processes of one user on this machine may share. */
  readonly directory: string;
  /** What all files are never larger than together, those that are being written included. */
  readonly bytesMax: number;
  /** How long a file stays after its last use. */
  readonly keepMs: number;
  readonly clock: Clock;
}
