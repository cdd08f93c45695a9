import { z } from 'zod';

/** Of a line of an export. */
export const LINE_CHARACTERS_MAX = 4 * 1024 * 1024;
const ID_CHARACTERS_MAX = 128;

const exchangeSchema = z.object({ name: z.string().optional(), pair_whitelist: z.array(z.string()).optional() });

/** A line of an export that is refused, and why. */
export interface Malformed {
  readonly kind: 'malformed';
  readonly problem: string;
}

/** A field of an export; stores write what they lack as null. */
export const kept = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value: z.output<Schema> | null | undefined) => value ?? undefined)
    .optional();

/** An instant, with its zone. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The id of an older record: none that this platform makes. */
export function idOf(isOlder: (id: string) => boolean) {
  return z
    .string()
    .min(1)
    .max(ID_CHARACTERS_MAX)
    .regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores')
    .refine(isOlder, 'has the form of ids of this platform');
}

/** Reads a line of an export as a schema says: returns what it holds, or why it is refused. */
export function readLine<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): { readonly kind: 'line'; readonly line: z.output<Schema> } | Malformed {
  if (text.length > LINE_CHARACTERS_MAX) return malformed(`is longer than ${LINE_CHARACTERS_MAX} characters`);
  const json = readJson(text);
  if (json === undefined) return malformed('is no JSON');
  const parsed = schema.safeParse(json);
  if (parsed.success) return { kind: 'line', line: parsed.data };
  const [issue] = parsed.error.issues;
  return malformed([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** Says why a line is refused. */
export function malformed(problem: string): Malformed {
  return { kind: 'malformed', problem };
}

/** Whether two values are there and differ. */
export function disagree(left: string | number | undefined, right: string | number | undefined): boolean {
  return left !== undefined && right !== undefined && left !== right;
}

/** Returns what a config of freqtrade says of its exchange; undefined where it does not. */
export function exchangeOf(config: unknown): z.output<typeof exchangeSchema> | undefined {
  const parsed = z.object({ exchange: exchangeSchema.optional() }).safeParse(config);
  return parsed.success ? parsed.data.exchange : undefined;
}

/** Returns the reasons that hold, each once. */
export function reasonsOf(checks: readonly (readonly [boolean, string])[]): string[] {
  return [...new Set(checks.filter(([is]) => is).map(([, reason]) => reason))];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
