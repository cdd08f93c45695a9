import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** How much a run may log. */
export interface LogLimits {
  readonly bytes: number;
  readonly lines: number;
  /** Longer lines are cut. */
  readonly lineCharacters: number;
}

/**
 * Hands on each line of a log as it comes, until the limits: then `onFlood` is called once and the rest is dropped.
 * Resolves when the log has ended.
 */
export async function readLogLines(
  log: Readable,
  limits: LogLimits,
  listener: { onLine: (line: string) => void; onFlood: () => void },
): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let bytes = 0;
  let lines = 0;
  let flooded = false;
  const take = (line: string) => {
    lines += 1;
    if (lines <= limits.lines) listener.onLine(cut(line, limits.lineCharacters));
  };
  for await (const chunk of log as AsyncIterable<Buffer>) {
    if (flooded) continue;
    bytes += chunk.length;
    const pieces = (rest + decoder.write(chunk)).split('\n');
    rest = pieces.pop() ?? '';
    pieces.forEach(take);
    flooded = bytes > limits.bytes || lines > limits.lines;
    if (flooded) listener.onFlood();
  }
  if (!flooded && rest !== '') take(rest);
}

function cut(line: string, characters: number): string {
  return line.length <= characters ? line : `${line.slice(0, characters)} … (cut)`;
}
