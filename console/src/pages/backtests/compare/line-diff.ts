/** A line of two files beside each other: in both, only in the first, or only in the second. */
export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'added';
  readonly text: string;
}

/** Lines of the one times lines of the other that are compared at most: 16 MB of counts. Beyond it everything between counts as changed. */
const CELLS_MAX = 4_000_000;
/** Lines around a change that are shown with it. */
const CONTEXT_LINES = 3;

/** What makes the second text of the first, line by line, with as few changed lines as there can be. */
export function diffOf(before: string, after: string): DiffLine[] {
  const [first, second] = [before.split('\n'), after.split('\n')];
  const start = commonStart(first, second);
  const end = commonStart(first.slice(start).reverse(), second.slice(start).reverse());
  return [
    ...first.slice(0, start).map(kept('same')),
    ...between(first.slice(start, first.length - end), second.slice(start, second.length - end)),
    ...first.slice(first.length - end).map(kept('same')),
  ];
}

/** The changes, each with a few lines around it; what is in both and far from any change is left out. */
export function hunksOf(lines: readonly DiffLine[]): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  let endsAt = -1;
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    const from = Math.max(at - CONTEXT_LINES, endsAt);
    const to = Math.min(at + CONTEXT_LINES + 1, lines.length);
    const last = hunks.at(-1);
    if (last !== undefined && from <= endsAt) last.push(...lines.slice(endsAt, to));
    else hunks.push(lines.slice(Math.max(from, 0), to));
    endsAt = to;
  }
  return hunks;
}

const kept =
  (kind: DiffLine['kind']) =>
  (text: string): DiffLine => ({ kind, text });

function commonStart(first: readonly string[], second: readonly string[]): number {
  const most = Math.min(first.length, second.length);
  for (let at = 0; at < most; at += 1) if (first[at] !== second[at]) return at;
  return most;
}

function between(first: readonly string[], second: readonly string[]): DiffLine[] {
  if (first.length * second.length > CELLS_MAX) return [...first.map(kept('gone')), ...second.map(kept('added'))];
  const common = commonCounts(first, second);
  const width = second.length + 1;
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < first.length || column < second.length) {
    const [old = '', next = ''] = [first[row], second[column]];
    const below = common[(row + 1) * width + column] ?? 0;
    const beside = common[row * width + column + 1] ?? 0;
    if (row < first.length && column < second.length && old === next) {
      lines.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (row < first.length && (column === second.length || below >= beside)) {
      lines.push({ kind: 'gone', text: old });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: next });
      column += 1;
    }
  }
  return lines;
}

/** For each pair of places: how many lines both have in common, in their order, from there on. */
function commonCounts(first: readonly string[], second: readonly string[]): Uint32Array {
  const width = second.length + 1;
  const counts = new Uint32Array((first.length + 1) * width);
  for (let row = first.length - 1; row >= 0; row -= 1) {
    for (let column = second.length - 1; column >= 0; column -= 1) {
      const isSame = first[row] === second[column];
      const below = counts[(row + 1) * width + column] ?? 0;
      const beside = counts[row * width + column + 1] ?? 0;
      const both = counts[(row + 1) * width + column + 1] ?? 0;
      counts[row * width + column] = isSame ? both + 1 : Math.max(below, beside);
    }
  }
  return counts;
}
