/** A zod issue before it has a message. */
export interface RawIssue {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly expected?: string | undefined;
  readonly values?: readonly unknown[] | undefined;
  readonly origin?: string | undefined;
  readonly minimum?: number | bigint | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly options?: readonly unknown[] | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an address',
  uuid: 'a UUID',
  date: 'an ISO 8601 date',
  datetime: 'an ISO 8601 date and time',
};

const VALUES_MAX = 40;

/**
 * Returns the message of an issue, which follows the name of its field: what is missing, or what is allowed; never the value that was sent.
 * A schema's own message takes precedence. Undefined for issues whose message the schema must provide.
 */
export function issueMessage(issue: RawIssue): string | undefined {
  const { code, input, expected = '', values, options, format = '', pattern } = issue;
  const allowed = values ?? options;
  if (input === undefined && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union'))
    return allowed === undefined
      ? 'is required'
      : `is required: ${allowed.length === 1 ? '' : 'one of '}${listOf(allowed)}`;
  switch (code) {
    case 'invalid_type':
      return `must be ${TYPES[expected] ?? expected}`;
    case 'invalid_value':
      return oneOf(allowed ?? []);
    case 'invalid_union':
      return allowed === undefined ? 'has none of the forms that are allowed' : oneOf(allowed);
    case 'invalid_format':
      return `must ${FORMATS[format] === undefined ? `match ${pattern ?? format}` : `be ${FORMATS[format]}`}`;
    case 'too_small':
      return sizeMessage(issue, 'least', issue.minimum);
    case 'too_big':
      return sizeMessage(issue, 'most', issue.maximum);
    case 'unrecognized_keys':
      return 'has a field that is not known';
    default:
      return undefined;
  }
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? `must be ${listOf(values)}` : `is one of ${listOf(values)}`;
}

function listOf(values: readonly unknown[]): string {
  const shown = values.slice(0, VALUES_MAX).map(String).join(', ');
  return values.length > VALUES_MAX ? `${shown}, …` : shown;
}

function sizeMessage({ origin }: RawIssue, bound: 'least' | 'most', size: number | bigint | undefined): string {
  if (origin === 'string')
    return bound === 'least' && size === 1 ? 'must not be empty' : `must have at ${bound} ${size} characters`;
  return origin === 'array' || origin === 'set'
    ? `must have at ${bound} ${size} ${Number(size) === 1 ? 'item' : 'items'}`
    : `must be at ${bound} ${size}`;
}
