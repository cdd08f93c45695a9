import type { EventEmitter } from 'node:events';
import { pino } from 'pino';

/** The largest buffer of unwritten lines; beyond it, lines are lost. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024;

/** Opens a file, or a descriptor, for lines that are written in the background: a process goes on without its log. */
export function openLogOutput(target: string | number, waitingBytesMax = WAITING_BYTES_MAX) {
  const stream = pino.destination({ dest: target, sync: false, maxLength: waitingBytesMax });
  // Unwritten lines are retried with the next line: the disk was full, or the reader is gone.
  stream.on('error', () => {});
  return stream;
}

/** Reports how many lines an output has lost, once it writes again. */
export function onLinesLost(output: EventEmitter, report: (lines: number) => void): void {
  let lost = 0;
  output.on('drop', () => {
    lost += 1;
  });
  output.on('write', () => {
    const lines = lost;
    lost = 0;
    if (lines > 0) report(lines);
  });
}
