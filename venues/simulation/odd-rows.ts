import { z } from 'zod';

/** How long after its time a row may stand to be the one of a fault: a minute's points may stand anywhere in it. */
const MINUTE_MS = 60_000;
/** Times below this are in seconds. */
const SECONDS_MAX = 100_000_000_000;
/** The fields by which the venues name a row's time and a market. */
const TIME_FIELDS = ['t', 'timestamp', 'time'] as const;
const NAME_FIELDS = ['symbol', 'name', 'slug'] as const;

/** The name of the fault. */
export const ODD_ROW = 'odd_row';

/** The fields of the fault. */
export const oddRowFields = {
  /** Only `odd_row`: the minute in which the row stands. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** Only `odd_row`: the market, by its name in the venue's listing. */
  market: z.string().min(1).max(500).optional(),
  /** Only `odd_row`: the field that is odd, and its value there; absent: null. */
  field: z
    .string()
    .regex(/^\w{1,64}$/, 'must be the name of a field')
    .optional(),
  value: z.json().optional(),
};

/** A member of a venue's public answers that is odd: the rows that stand in a minute, or a market. */
export type OddRow = { readonly field: string; readonly value: unknown } & (
  | { readonly atMs: number }
  | { readonly market: string }
);

/** Returns why a request of a fault has fields of odd rows that don't fit; undefined where they do. */
export function oddRowProblem(request: {
  readonly kind: string;
  readonly at?: string | undefined;
  readonly market?: string | undefined;
  readonly field?: string | undefined;
  readonly value?: unknown;
}): { readonly path: string; readonly message: string } | undefined {
  const { kind, at, market, field, value } = request;
  if (kind !== ODD_ROW)
    return [at, market, field, value].every((each) => each === undefined)
      ? undefined
      : { path: 'field', message: 'is of an odd row: no other fault has at, market, field and value' };
  if (field === undefined) return { path: 'field', message: 'is the field that is odd: the fault needs it' };
  return (at === undefined) === (market === undefined)
    ? { path: 'at', message: 'or market is needed, and not both: a row has a time, a listed market a name' }
    : undefined;
}

/** Returns the odd row of a request that has none of the problems. */
export function oddRowOf(request: {
  readonly at?: string | undefined;
  readonly market?: string | undefined;
  readonly field?: string | undefined;
  readonly value?: unknown;
}): OddRow {
  const { at = '', market, field = '', value = null } = request;
  return market === undefined ? { atMs: Date.parse(at), field, value } : { market, field, value };
}

/** Returns a text of JSON with the odd rows in place of what stands there. */
export function withOddRows(text: string, oddRows: readonly OddRow[]): string {
  return oddRows.length === 0 ? text : JSON.stringify(replaced(JSON.parse(text), oddRows));
}

function replaced(value: unknown, oddRows: readonly OddRow[]): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, oddRows));
  if (typeof value !== 'object' || value === null) return value;
  const own: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaced(each, oddRows)]),
  );
  const odd = oddRows.filter((each) => Object.hasOwn(own, each.field) && isMeant(own, each));
  return Object.assign(own, ...odd.map((each) => ({ [each.field]: each.value })));
}

function isMeant(member: Readonly<Record<string, unknown>>, odd: OddRow): boolean {
  if ('market' in odd) return NAME_FIELDS.some((name) => member[name] === odd.market);
  return TIME_FIELDS.some((name) => {
    const time = member[name];
    if (typeof time !== 'number') return false;
    const timeMs = time < SECONDS_MAX ? time * 1_000 : time;
    return timeMs >= odd.atMs && timeMs < odd.atMs + MINUTE_MS;
  });
}
