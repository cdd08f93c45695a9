import type { EventEmitter } from 'node:events';
import { pino } from 'pino';

/** What waits to be written at most; beyond it, lines are lost. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024;

/** Opens a file, or a descriptor, that lines are written to in the background: a process goes on without its log. */
export function openLogOutput(target: string | number, waitingBytesMax = WAITING_BYTES_MAX) {
  const stream = pino.destination({ dest: target, sync: false, maxLength: waitingBytesMax });
  // What could not be written is tried again with the next line: there was no space, or its reader is gone.
  stream.on('error', () => {});
  return stream;
}

/** Tells how many lines an output has lost, once it writes again. */
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
