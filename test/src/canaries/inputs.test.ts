import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bundleOf } from '@platform/bundler';
import { routes } from '@platform/rest-facade/routes';
import { TraceReceiver } from '../observability/trace-receiver.js';
import { send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { plans } from '../routes/plans.js';
import { EchoingMailServer } from './echoing-mail-server.js';
import { filesBelow, placesOf, recordsOf, type Traces } from './traces.js';

/** Secrets in every place of every request, and in the error messages of dependencies, appear nowhere else. */

const mailPassword = randomBytes(16).toString('hex');
const privateKey = `0x${randomBytes(32).toString('hex')}`;
const answers: string[] = [];
const told: string[] = [];
let receiver: TraceReceiver;
let mail: EchoingMailServer;
let platform: Platform;
let baseUrl: string;
let graphqlUrl: string;
let apiKey: string;
let sessionToken: string;
let otp: string;

beforeAll(async () => {
  [receiver, mail] = [await TraceReceiver.start(), await EchoingMailServer.start()];
  platform = await Platform.start('all of its files, records and logs are read', {
    SMTP_URL: mail.url(mailPassword),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    FEATURE_WITHDRAWAL_OTP: 'true',
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '100000',
    RATE_LIMIT_REGISTRATION_PER_MINUTE: '100000',
    LOG_LEVEL: 'trace',
  });
  ({ base_url: baseUrl, graphql_url: graphqlUrl } = await platform.descriptor());
  const email = 'canary-owner@example.com';
  await send(baseUrl, 'POST', '/account/register', { body: { email } });
  otp = mail.codes.at(-1) ?? '';
  const verified = await send(baseUrl, 'POST', '/account/verify', { body: { email, otp } });
  ({ api_key: apiKey, token: sessionToken } = verified.body);
}, 300_000);

afterAll(async () => {
  await platform?.[Symbol.asyncDispose]();
  await mail?.close();
  await receiver?.close();
}, 180_000);

/** Sends a request as the account, and keeps the answer. */
async function ask(method: string, path: string, options: Parameters<typeof send>[3] = {}): Promise<number> {
  const credentials = { 'x-api-key': apiKey, authorization: `Bearer ${sessionToken}` };
  const headers = { ...credentials, ...options.headers };
  const { status, headers: said, body } = await send(baseUrl, method, path, { ...options, headers });
  answers.push(JSON.stringify([...said]), JSON.stringify(body ?? null));
  return status;
}

/** Headers that take a secret; `x-request-id` is not among them, since answers return it by contract. */
const HEADERS = ['user-agent', 'cookie', 'referer', 'idempotency-key', 'traceparent', 'x-workload-token', 'x-other'];

/** A strategy and its configuration are stored as the caller wrote them: they are what is run. */
const OWN_WORDS = new Set(['code', 'config']);

/** Each route with the secret in each place of the request; the route accepts none of these requests. */
async function pasteEverywhere(secret: string): Promise<void> {
  for (const route of routes) {
    const plan = plans[`${route.method} ${route.path}`];
    const path = route.path.replace(/\{\w+\}/g, encodeURIComponent(secret));
    const fields = Object.keys(plan?.body ?? { other: '' }).filter((field) => !OWN_WORDS.has(field));
    const bodies: unknown[] = fields.map((field) => ({ ...plan?.body, [field]: { [secret]: secret } }));
    bodies.push({ [secret]: secret }, secret, `{"${secret}": `);
    const query = `${plan?.query ?? ''}&limit=${secret}&cursor=${secret}&venue=${secret}&${secret}=${secret}`;
    await Promise.all([
      ask(route.method, `${path}?${query}`, bodyFor(route)),
      ...(route.method === 'GET' ? [] : bodies.map((body) => ask(route.method, path, { body }))),
      ...HEADERS.map((header) => ask(route.method, path, { headers: { [header]: secret }, ...bodyFor(route) })),
    ]);
  }
  await ask('GET', `/${secret}`);
  for (const headers of [{ 'x-api-key': `${secret}!` }, { 'x-api-key': '', authorization: `Bearer ${secret}!` }])
    expect(await ask('GET', '/wallet', { headers })).toBe(401);
}

function bodyFor({ method }: { method: string }): { body?: object } {
  return method === 'GET' ? {} : { body: {} };
}

async function pasteIntoGraphql(secret: string): Promise<void> {
  const word = secret.replace(/\W/g, '_');
  const requests: object[] = [
    { query: `query Q_${word} { backtest(id: "${secret}") { id } }` },
    { query: `{ a_${word}: backtest(id: "x") { id status_${word} } }` },
    { query: 'query Q($id: ID!) { backtest(id: $id) { id } }', variables: { id: secret } },
    { query: 'query Q($first: Int!) { backtests(first: $first) { edges { cursor } } }', variables: { first: secret } },
    {
      query: 'query Q($after: String) { backtests(after: $after) { edges { cursor } } }',
      variables: { after: secret },
    },
    { query: `{ backtests(${word}: "${secret}") { edges { cursor } } }` },
    { query: `{ venues @skip(if: "${secret}") { id } } # ${secret}` },
    { query: `{ "${secret}"` },
    { query: 'mutation M($i: Strange) { x(i: $i) }', variables: { [secret]: secret }, operationName: secret },
    { extensions: { persistedQuery: { version: 1, sha256Hash: secret } } },
    { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: secret } } },
  ];
  for (const body of requests) {
    const { headers, body: said } = await send(graphqlUrl, 'POST', '', { headers: { 'x-api-key': apiKey }, body });
    answers.push(JSON.stringify([...headers]), JSON.stringify(said));
  }
}

/** Returns the output of a process whose store has a password and can't be reached. */
function startWithoutStore(password: string): Promise<string> {
  const env = {
    GRPC_LISTEN: '127.0.0.1:0',
    SUBGRAPH_LISTEN: '127.0.0.1:0',
    MONGODB_URI: `mongodb://platform:${password}@127.0.0.1:1/?directConnection=true`,
    SMTP_URL: mail.url(mailPassword),
    OBJECT_STORE_URL: 'file:///nowhere',
    IDENTITY_HASH_SECRET: randomBytes(32).toString('base64'),
    TRUSTED_KEYS_FILE: '/dev/null',
    LOG_LEVEL: 'trace',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [bundleOf('identity')], { env }, (error, stdout, stderr) =>
      resolve(`${error?.code} ${stdout} ${stderr}`),
    );
  });
}

test('a secret in any place of any request, or in a failure of a dependency, comes out nowhere', async () => {
  for (const secret of [apiKey, sessionToken, privateKey, otp]) {
    await pasteEverywhere(secret);
    await pasteIntoGraphql(secret);
  }
  for (const refuses of ['password', 'message'] as const) {
    mail.refuses = refuses;
    const email = `canary-${refuses}@example.com`;
    expect(await ask('POST', '/account/register', { body: { email } })).toBeGreaterThanOrEqual(500);
  }
  expect(mail.said).toEqual([
    `wrong password ${mailPassword}`,
    expect.stringMatching(/^no, your code is \d{6} alone$/),
  ]);
  const { metrics } = await platform.descriptor();
  for (const url of Object.values(metrics)) told.push(await (await fetch(url)).text());
  const records = await recordsOf(platform);
  await platform.stop();

  const left: Traces = new Map([
    ...records,
    ...(await filesBelow(platform.dataDirectory)),
    ['the supervisor', Buffer.from(platform.output)],
    ['the answers', Buffer.from(answers.join('\n'))],
    ['the metrics', Buffer.from(told.join('\n'))],
    ['the traces', Buffer.from(receiver.received)],
  ]);
  const repeated = answers.filter((answer) =>
    [apiKey, sessionToken, privateKey].some((secret) => answer.includes(secret)),
  );
  expect(repeated).toEqual([]);
  for (const [name, secret] of Object.entries({ apiKey, sessionToken, mailPassword }))
    expect([name, placesOf(Buffer.from(secret), left)]).toEqual([name, []]);
  expect(placesOf(Buffer.from(privateKey.slice(2), 'hex'), left)).toEqual([]);
  // Six digits turn up by chance in market data: a code is searched as a separate word where callers' words could be.
  const holds = (code: string) => new RegExp(`(?<![\\w.:-])${code}(?![\\w.:-])`);
  const words = [...left].filter(([place]) => /^(identity|wallet)\.|logs\/|^the /.test(place));
  for (const code of [otp, ...mail.codes])
    expect(words.filter(([, bytes]) => holds(code).test(bytes.toString())).map(([place]) => place)).toEqual([]);
  // Existing texts are found: the search works.
  const hash = createHash('sha256').update(apiKey).digest();
  expect(placesOf(hash, left).length + placesOf(Buffer.from('canary-owner@example.com'), left).length).toBeGreaterThan(
    0,
  );
  expect(receiver.received.length * answers.length).toBeGreaterThan(0);
}, 480_000);

test('a store that can not be reached is named without its password', async () => {
  const password = randomUUID();
  const printed = await startWithoutStore(password);
  expect(printed).toMatch(/^1 .*start failed/s);
  expect(printed).not.toContain(password);
  expect(printed).not.toContain(mailPassword);
});
