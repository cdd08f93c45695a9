/** Texts that are costly to parse: every shape at every place of an entrance that accepts one. */
import { backtestRequest } from '../end-to-end/strategies.js';

/** A body for an entrance. */
export interface BulkyBody {
  readonly what: string;
  readonly isKeyed: boolean;
  /** The text; for a GraphQL document another one per number, so that no cache has it. */
  readonly write: (number?: number) => string;
}

/** A place of a body, and all bodies that are sent there. */
export interface BulkyPlace {
  readonly name: string;
  readonly door: 'gateway' | 'rest-facade';
  readonly path: string;
  /** The headers beside the body and the caller's key: without these the entrance would not read on. */
  readonly headers: (number: number) => Readonly<Record<string, string>>;
  readonly bodies: readonly BulkyBody[];
  /** The answers to an accepted body, by status and code: at least one with a key is accepted. */
  readonly within: string;
  /** Whether it needs a session's token instead of a key. */
  readonly isForSessions: boolean;
}

/** A little less than the limit for unknown callers, and than the limits of the facade and the gateway for known ones. */
const SMALL_BYTES = 65_000;
const LARGE_BYTES = 1_000_000;
const LARGEST_BYTES = 1_900_000;

type Shape = (bytes: number) => string;

const times = (bytes: number, text: string) => text.repeat(Math.floor(bytes / text.length));
/** Returns the items of a text of about so many bytes. */
const joined = (bytes: number, item: (index: number) => string) => {
  const count = Math.max(1, Math.floor(bytes / (item(10_000).length + 1)));
  return Array.from({ length: count }, (_, index) => item(index)).join(',');
};
const listOf = (item: string): Shape => {
  return (bytes) => `[${joined(bytes, () => item)}]`;
};
const text =
  (content: string): Shape =>
  (bytes) =>
    `"${times(bytes, content)}"`;
const nested =
  (open: string, close: string, levels = Number.POSITIVE_INFINITY): Shape =>
  (bytes) => {
    const depth = Math.min(levels, Math.floor(bytes / (open.length + close.length)));
    return `${open.repeat(depth)}1${close.repeat(depth)}`;
  };

/** JSON values. */
const shapes: Readonly<Record<string, Shape>> = {
  'many names': (bytes) => `{${joined(bytes, (index) => `"k${index}":${index}`)}}`,
  'ten thousand names of some length': (bytes) =>
    `{${Array.from({ length: 9_900 }, (_, index) => `"${`k${index}`.padEnd(bytes / 9_900 - 6, 'x')}":1`).join(',')}}`,
  'names of the prototype': (bytes) => `{${joined(bytes, (index) => `"__proto__${index}":{"constructor":[]}`)}}`,
  'one name again and again': (bytes) => `{${joined(bytes, () => '"k":1')}}`,
  'names with escapes': (bytes) => `{${joined(bytes, (index) => `"\\u006b${index}":1`)}}`,
  'one long name': (bytes) => `{${text('k')(bytes)}:1}`,
  'many numbers': listOf('1'),
  'fifty thousand values': () => `[${Array.from({ length: 49_000 }, () => '1.5').join(',')}]`,
  'long numbers': listOf('1'.repeat(400)),
  'one long number': (bytes) => times(bytes, '9'),
  'many words': listOf('null'),
  'many lists': listOf('[]'),
  'many objects': listOf('{}'),
  'many small objects': listOf('{"a":{"b":[true]}}'),
  'deep lists': nested('[', ']'),
  'deep objects': nested('{"a":', '}'),
  'a thousand levels': nested('{"a":[', ']}', 480),
  'a long text': text('a'),
  'a text of escapes': text('\\u0041'),
  'a text of quotes': text('\\"'),
  'a text of backslashes': text('\\\\'),
  'a text of pairs': text('\\ud83d\\ude00'),
  'a text of halves': text('\\ud83d'),
  'a text of lines': text('x = 1\\n'),
  'a text of wide letters': text('é'),
  whitespace: (bytes) => `${' \n'.repeat(bytes / 2)}1`,
  'what ends too early': (bytes) => `[${'{"a":['.repeat(bytes / 6)}`,
};

/** Each shape once from an unknown caller, small and large in turn, and once with a key. */
function everyShapeAt(write: (value: string) => string, largestBytes: number): BulkyBody[] {
  return Object.entries(shapes).flatMap(([what, shape], index) => {
    const unknownBytes = index % 2 === 0 ? LARGEST_BYTES : SMALL_BYTES - write('').length;
    return [
      { what: `${what}, by nobody known`, isKeyed: false, write: () => write(shape(unknownBytes)) },
      { what, isKeyed: true, write: () => write(shape(largestBytes - write('').length)) },
    ];
  });
}

const WORDS = 950;
const repeated = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join(' ');

/** GraphQL documents. */
const documents: Readonly<Record<string, string>> = {
  comments: `{ account { id } }\n${'#\n'.repeat(31_000)}`,
  'a long comment': `{ account { id } } #${'x'.repeat(64_000)}`,
  'commas and blanks': `{ account { id } }${', '.repeat(31_000)}`,
  'one field again and again': `{ account { ${'id '.repeat(WORDS)} } }`,
  'fields that are not there': `{ ${repeated(WORDS, (index) => `acount${index}`)} }`,
  'fragments of one field': `{ account { ${repeated(105, (index) => `...F${index}`)} } } ${repeated(105, (index) => `fragment F${index} on Account { id }`)}`,
  'fragments of pages': `{ backtests { nodes { ${repeated(50, (index) => `...F${index}`)} } } } ${repeated(50, (index) => `fragment F${index} on Backtest { result { sharpe } markets { symbol } }`)}`,
  'fragments in fragments': `{ account { ...F0 } } ${repeated(75, (index) => `fragment F${index} on Account { id ...F${index + 1} }`)} fragment F75 on Account { id }`,
  'fragments in circles': repeated(100, (index) => `fragment F${index} on Account { ...F${(index + 1) % 100} }`),
  'fragments that are not there': `{ ${repeated(480, (index) => `...X${index}`)} }`,
  'fragments in place': `{ account { ${repeated(150, () => '... on Account { id }')} } }`,
  'deep fragments': `{ account { ${'... on Account { '.repeat(150)} id ${'} '.repeat(150)} } }`,
  'deep fields': `${'{ a '.repeat(300)}${'} '.repeat(300)}`,
  'many operations': repeated(120, (index) => `query Q${index} { account { id } }`),
  'many variables': `query (${repeated(190, (index) => `$v${index}: Int`)}) { account { id } }`,
  'many arguments': `{ account(${repeated(300, (index) => `x${index}: 1`)}) { id } }`,
  'many directives': `{ account ${'@include(if: true) '.repeat(130)} { id } }`,
  'aliases of pages': `{ ${repeated(30, (index) => `a${index}: backtests { nodes { id status markets { symbol } } }`)} }`,
  'the schema again and again': `{ ${repeated(30, (index) => `a${index}: __schema { types { name fields { name } } }`)} }`,
  'types again and again': `{ __schema { ${repeated(29, (index) => `a${index}: types { name fields { name } }`)} } }`,
  'a deep value': `{ backtests(first: ${'{a:'.repeat(200)}1${'}'.repeat(200)}) { nodes { id } } }`,
  'a list of values': `{ backtests(first: [${'1,'.repeat(900)}]) { nodes { id } } }`,
  'a long text': `{ backtest(id: "${'\\u0041'.repeat(10_000)}") { id } }`,
  'a block of text': `{ backtest(id: """${'\\"""\n '.repeat(9_000)}""") { id } }`,
  'a long name': `{ ${'x'.repeat(64_000)} }`,
  'what is no document': '{'.repeat(64_000),
};

function everyDocument(): BulkyBody[] {
  return Object.entries(documents).flatMap(([what, query]) => {
    const write = (number: number) => JSON.stringify({ query: `#${number}\n${query}` });
    return [
      { what: `${what}, by nobody known`, isKeyed: false, write: (number = 0) => write(2 * number) },
      { what, isKeyed: true, write: (number = 0) => write(2 * number + 1) },
    ];
  });
}

interface Place {
  readonly path?: string;
  readonly within: string;
  readonly write: (value: string) => string;
  /** Of the bodies with a key. */
  readonly bytes?: number;
}

const atGateway = (name: string, { within, write }: Place): BulkyPlace => ({
  name,
  door: 'gateway',
  path: '/graphql',
  headers: () => ({}),
  within,
  isForSessions: false,
  bodies: everyShapeAt(write, LARGEST_BYTES),
});
const atFacade = (name: string, { path = '', within, write, bytes = LARGE_BYTES }: Place): BulkyPlace => ({
  name,
  door: 'rest-facade',
  path,
  headers: (number) => ({
    accept: 'application/json, text/event-stream',
    'idempotency-key': `bulky-${number}`,
  }),
  within,
  isForSessions: path === '/account/keys',
  bodies: everyShapeAt(write, bytes),
});

const inBacktest = (field: string) => (value: string) =>
  `${JSON.stringify(backtestRequest({ [field]: undefined })).slice(0, -1)},"${field}":${value}}`;
const inGraph = (field: string) => (value: string) => {
  const { config: _config, ...input } = backtestRequest();
  const query = 'mutation ($i: CreateBacktestInput!) { createBacktest(input: $i) { backtest { id } } }';
  return `{"query":"${query}","variables":{"i":${JSON.stringify(input).slice(0, -1)},"${field}":${value}}}}`;
};
/** Placed beside other fields where it is an object itself, else instead of them. */
const amongFields = (fields: string) => (value: string) =>
  /^\{"/.test(value) ? `{${fields},${value.slice(1)}` : value;

const ORDER = '"orders":[{"a":0,"b":true,"p":"1","s":"1","r":false,"t":{"limit":{"tif":"Gtc"}}}]';
const toolCall = (tool: string, given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`;

/** Every place with its bodies. */
export const bulkyPlaces: readonly BulkyPlace[] = [
  {
    name: 'documents',
    door: 'gateway',
    path: '/graphql',
    headers: () => ({}),
    within: '200',
    isForSessions: false,
    bodies: everyDocument(),
  },
  atGateway('variables', {
    within: '200',
    write: (value) =>
      `{"query":"query ($v: Int) { backtests(first: $v) { nodes { id } } }","variables":{"v":${value}}}`,
  }),
  atGateway('variables as a whole', {
    within: '200',
    write: (value) => `{"query":"{ account { id } }","variables":${value}}`,
  }),
  atGateway('extensions', {
    within: '200',
    write: (value) => `{"query":"{ account { id } }","extensions":${value}}`,
  }),
  atGateway('fields of a request', {
    within: '200',
    write: (value) => `{"query":"{ account { id } }","more":${value}}`,
  }),
  atGateway('a configuration', { within: '200 payload_too_large', write: inGraph('configJson') }),
  atFacade('a registration', {
    path: '/account/register',
    within: '400 invalid_request',
    bytes: SMALL_BYTES,
    write: (value) => `{"email":${value}}`,
  }),
  atFacade('unknown fields of a registration', {
    path: '/account/register',
    within: '400 invalid_request',
    bytes: SMALL_BYTES,
    write: amongFields('"email":"bulky@example.com"'),
  }),
  atFacade('a code', {
    path: '/account/verify',
    within: '400 invalid_request',
    bytes: SMALL_BYTES,
    write: (value) => `{"email":"bulky@example.com","otp":${value}}`,
  }),
  atFacade('a key', {
    path: '/account/keys',
    within: '400 invalid_request',
    write: (value) => `{"name":"bulky","permissions":${value}}`,
  }),
  atFacade('a backtest', { path: '/runtime/backtests', within: '413 payload_too_large', write: inBacktest('config') }),
  atFacade('unknown fields of a backtest', {
    path: '/runtime/backtests',
    within: '400 invalid_request',
    write: inBacktest('more'),
  }),
  atFacade('an action', {
    path: '/runtime/executions',
    within: '422 native_action_unsupported',
    write: (value) => `{"venue":"hyperliquid","action":${value}}`,
  }),
  atFacade('a field of an action', {
    path: '/runtime/executions',
    within: '400 native_action_invalid',
    write: (value) => `{"venue":"hyperliquid","action":{"type":"order",${ORDER},"grouping":${value}}}`,
  }),
  atFacade('a withdrawal', {
    path: '/wallet/withdraw',
    within: '400 bad_request',
    write: (value) => `{"amount_usd":${value}}`,
  }),
  atFacade('a message', {
    path: '/mcp',
    within: '200',
    write: (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${value}}`,
  }),
  atFacade('arguments of a tool', {
    path: '/mcp',
    within: '200 invalid_request',
    write: (value) => toolCall('runtime.backtests.create', value),
  }),
  atFacade('an argument of a tool', {
    path: '/mcp',
    within: '200 native_action_unsupported',
    write: (value) =>
      toolCall('runtime.executions.submit', `{"venue":"hyperliquid","idempotency_key":"bulky","action":${value}}`),
  }),
];
