import { LINE_CHARACTERS_MAX, type Malformed } from './parts.js';

/**
 * The lines of a text that comes in pieces, without their line feeds; a carriage return before one is white space of JSON. Of a line
 * that is too long, only as much is held and given as shows that it is. `node:readline` bounds nothing and also splits at U+2028
 * and U+2029, which JSON leaves raw.
 */
export async function* linesOf(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let line = '';
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      yield longer(line, piece.slice(start, end));
      line = '';
      start = end + 1;
    }
    line = longer(line, piece.slice(start));
  }
  if (line !== '') yield line;
}

function longer(line: string, more: string): string {
  return line.length > LINE_CHARACTERS_MAX ? line : line + more;
}

/**
 * Stores line after line and counts what became of each; empty ones are skipped, and one that is refused, counted from 1, keeps no other
 * from being stored.
 */
export async function storeLines<Fate extends string>(
  lines: AsyncIterable<string> | Iterable<string>,
  counts: Record<Fate | 'refused', number>,
  store: (text: string) => Promise<Fate | Malformed>,
  onRefused: (lineNumber: number, problem: string) => void,
): Promise<void> {
  let lineNumber = 0;
  for await (const text of lines) {
    lineNumber += 1;
    if (text.trim() === '') continue;
    const fate = await store(text);
    counts[typeof fate === 'string' ? fate : 'refused'] += 1;
    if (typeof fate !== 'string') onRefused(lineNumber, fate.problem);
  }
}
