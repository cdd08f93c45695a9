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
  for (const item of items) {
    const read = form.safeParse(item);
    if (read.success) valid.push(read.data);
    else malformed.push({ item, reason: reasonOf(read.error.issues[0]) });
  }
  return { valid, malformed };
}

function reasonOf(issue: ItemIssue | undefined): string {
  return `at ${issue?.path.join('.') || 'top'}: ${issue?.message ?? 'is malformed'}`.slice(0, REASON_LENGTH_MAX);
}
