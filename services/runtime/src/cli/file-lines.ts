import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { typedPath } from '@platform/kit/config';
import { say } from '@platform/kit/operator';
import { createProgress, type Progress, type Report } from '@platform/kit/provisioning';
import type { ImportReport } from '../legacy/import.js';
import { linesOf } from '../legacy/lines.js';

const MEBIBYTE = 1024 * 1024;

/** The lines of an export, and how to write about them while progress is shown. */
interface ReadLines {
  readonly lines: AsyncIterable<string>;
  readonly aside: Progress['aside'];
}

/** Works on the lines of a file, and shows on standard error how much of the file that was. */
export async function withLinesOf<Outcome>(
  file: string,
  work: (read: ReadLines) => Promise<Outcome>,
): Promise<Outcome> {
  const path = typedPath(file);
  const { size } = await stat(path);
  const progress = createProgress(process.stderr, 'importing');
  try {
    const pieces: AsyncIterable<string> = createReadStream(path, 'utf8');
    return await work({ lines: linesOf(measured(pieces, size, progress.report)), aside: progress.aside });
  } finally {
    progress.finish();
  }
}

/** Writes what an import reports of single lines beside its progress. */
export function reportOf(aside: Progress['aside']): ImportReport {
  return {
    onRefused: (line, problem) => aside(() => process.stderr.write(`line ${line} is refused: ${problem}\n`)),
    onAmbiguous: (id, reasons) => aside(() => say(`${id} is ambiguous: ${reasons.join(', ')}`)),
  };
}

/** Reports after each piece which share of the bytes is done with; how many they are where their number is not known, as of a pipe. */
export async function* measured(
  pieces: AsyncIterable<string> | Iterable<string>,
  size: number,
  report: Report,
): AsyncGenerator<string> {
  let done = 0;
  for await (const piece of pieces) {
    yield piece;
    done += Buffer.byteLength(piece);
    const [total, share] = size === 0 ? ['', ''] : [` of ${inMebibytes(size)}`, `, ${percent(done, size)} %`];
    report(`${inMebibytes(done)}${total} MiB${share}`);
  }
}

/** Of a file that has grown since its size was read, all at most. */
function percent(done: number, size: number): number {
  return Math.min(100, Math.floor((100 * done) / size));
}

function inMebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(1);
}
