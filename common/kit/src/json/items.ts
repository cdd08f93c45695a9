/** The schema of an item, for example a zod schema. */
export interface ItemForm<Item> {
  safeParse(
    item: unknown,
  ):
    | { readonly success: true; readonly data: Item }
    | { readonly success: false; readonly error: { readonly issues: readonly ItemIssue[] } };
}

/** A fault of an item, with its place. */
interface ItemIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An item that has not its form, and why. */
export interface MalformedItem {
  readonly item: unknown;
  /** Its place in the list. */
  readonly index: number;
  readonly reason: string;
}

/** Longer reasons are cut: they are logged and stored. */
const REASON_LENGTH_MAX = 200;

/** Reads each item of a list by itself, so that a malformed one concerns no other; both lists keep the order. */
export function readEach<Item>(
  items: readonly unknown[],
  form: ItemForm<Item>,
): { valid: Item[]; malformed: MalformedItem[] } {
  const valid: Item[] = [];
  const malformed: MalformedItem[] = [];
  for (const [index, item] of items.entries()) {
    const read = form.safeParse(item);
    if (read.success) valid.push(read.data);
    else malformed.push({ item, index, reason: reasonOf(read.error.issues[0]) });
  }
  return { valid, malformed };
}

/**
 * Returns the time of an item in a list by time: its own or, where that can't be read, the one between its neighbours, where exactly one is
 * missing there.
 */
export function timeAt(
  items: readonly unknown[],
  index: number,
  timeOf: (item: unknown) => number | undefined,
  intervalMs: number,
): number | undefined {
  const own = timeOf(items[index]);
  if (own !== undefined) return own;
  const [before, after] = [timeOf(items[index - 1]), timeOf(items[index + 1])];
  return before !== undefined && after === before + 2 * intervalMs ? before + intervalMs : undefined;
}

function reasonOf(issue: ItemIssue | undefined): string {
  return `at ${issue?.path.join('.') || 'top'}: ${issue?.message ?? 'is malformed'}`.slice(0, REASON_LENGTH_MAX);
}
