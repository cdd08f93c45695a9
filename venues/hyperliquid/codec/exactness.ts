/** The client library's schemas are lenient: they drop unknown fields and read numbers from texts. Signed actions must be exact. */

const DECIMALS_MAX = 8;
const ITEMS_MAX = 100;

/** A problem with a field of an action. It repeats nothing of the field's value. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The library's schema issue of a field. */
interface SchemaIssue {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  /** The expected value in the schema's own words; its `message` repeats what was sent. */
  readonly expected?: string | null;
  readonly received?: string;
  /** The issues of each form of a union, with paths from there on. */
  readonly issues?: readonly SchemaIssue[] | undefined;
}

/** Converts a schema's issue to our own words. Of a union's forms the one whose issue lies deepest is reported. */
export function schemaProblem(issue: SchemaIssue): Problem {
  const { path = [], expected, received, issues = [] } = issue;
  const own = path.map((part) => (typeof part === 'object' ? part.key : part));
  const [deepest] = issues.map(schemaProblem).sort((one, other) => other.path.length - one.path.length);
  if (deepest !== undefined && deepest.path.length > 0) return { ...deepest, path: [...own, ...deepest.path] };
  return { path: own, message: received === 'undefined' ? 'is required' : wordsFor(expected) };
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'be a text',
  number: 'be a number',
  boolean: 'be true or false',
  Object: 'be an object',
  Array: 'be a list',
};

function wordsFor(expected: string | null | undefined): string {
  if (expected === undefined || expected === null) return 'is not allowed here';
  const names = [...expected.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  if (names.length > 0) return `is one of ${names.join(', ')}${expected.includes('Object') ? ', or an object' : ''}`;
  return `must ${TYPES[expected] ?? (expected.startsWith('/') ? `match ${expected}` : `be ${expected}`)}`;
}

/** Returns where a schema's output differs from what was sent, apart from the spelling of decimals and hexadecimal. */
export function inexactAt(sent: unknown, read: unknown, path: readonly PropertyKey[] = []): Problem[] {
  const problem = (message: string, at = path): Problem[] => [{ path: at, message }];
  if (Array.isArray(sent) && Array.isArray(read)) {
    if (sent.length < 1 || sent.length > ITEMS_MAX) return problem(`must have 1 to ${ITEMS_MAX} items`);
    return sent.flatMap((item, index) => inexactAt(item, read[index], [...path, index]));
  }
  if (isRecord(sent) && isRecord(read)) {
    const names = [...new Set([...Object.keys(sent), ...Object.keys(read)])];
    return names.flatMap((name) => {
      if (!Object.hasOwn(read, name)) return problem('has a field that the venue does not know');
      if (!Object.hasOwn(sent, name)) return problem('is required', [...path, name]);
      return inexactAt(sent[name], read[name], [...path, name]);
    });
  }
  if (typeof sent !== typeof read) return problem(`must be a ${typeof read === 'string' ? 'text' : typeof read}`);
  if (typeof read === 'string' && decimalsOf(read) > DECIMALS_MAX)
    return problem(`must have at most ${DECIMALS_MAX} decimals`);
  return [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function decimalsOf(text: string): number {
  return /^\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
}
