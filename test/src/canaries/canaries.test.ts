import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TokenMinter } from '@platform/keys/tokens';
import { systemClock } from '@platform/kit/clock';
import { type Address, getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { DirectCalls, procedures } from '../access/procedures.js';
import { Customer } from '../money/customer.js';
import { Platform } from '../platform/platform.js';
import { restingMarket, restingOrder } from '../platform/venue.js';
import { openSealedKeys } from './sealed-keys.js';
import { filesBelow, namesBelow, placesOf, recordsOf, type Traces } from './traces.js';

/** A platform gets keys that this test knows; none of them may be in its files, records, logs or answers. */

const masterKey = randomBytes(32);
const relayerKey = randomBytes(32);
const pasted = generatePrivateKey();
const answers: string[] = [];
/** What is there already, and the folder of the README's commands, which may be run meanwhile (`test/src/readme`). */
const known = new Set([...readdirSync('.'), '.try']);
const realFetch = globalThis.fetch;
let platform: Platform;
let customer: Customer;

beforeAll(async () => {
  globalThis.fetch = async (...request) => {
    const response = await realFetch(...request);
    answers.push(JSON.stringify([...response.headers]), await response.clone().text());
    return response;
  };
  // Empty, since what a prepared directory holds is sealed by another master key.
  platform = await Platform.startEmpty('all of its files, records and logs are read', {
    WALLET_MASTER_KEY: masterKey.toString('base64'),
    RELAYER_PRIVATE_KEY: `0x${relayerKey.toString('hex')}`,
    FEATURE_WITHDRAWAL_OTP: 'true',
    LOG_LEVEL: 'trace',
  });
  customer = await Customer.register(platform, 'canaries');
  await moveMoney();
  await issueAgent();
  await pasteKeys();
}, 480_000);

afterAll(async () => {
  globalThis.fetch = realFetch;
  await platform[Symbol.asyncDispose]();
}, 180_000);

/** Makes every kind of key sign something. */
async function moveMoney(): Promise<void> {
  await Customer.fund(platform, [customer], 100);
  await customer.setUp('50');
  const market = await restingMarket((await platform.descriptor()).venues.hyperliquid.url);
  await customer.execute(restingOrder(market));
  const id = await customer.withdraw(await customer.authorize('30', privateKeyToAddress(generatePrivateKey())));
  await customer.withdrawal(id, 'confirmed');
}

async function issueAgent(): Promise<void> {
  const keyFile = join(platform.dataDirectory, 'keys', 'venue-proxy.jwk.json');
  const { accountId } = customer.caller;
  const caller = { kind: 'workload', workload: 'venue-proxy', accountId, cause: 'a test' } as const;
  const token = await (await TokenMinter.open('venue-proxy', keyFile, systemClock)).mint(caller, 'wallet');
  const runtime = await TokenMinter.open(
    'runtime',
    join(platform.dataDirectory, 'keys', 'runtime.jwk.json'),
    systemClock,
  );
  const request = { accountId, venue: 'hyperliquid', agentName: 'bot-1' };
  const purpose = 'issue_agent' as const;
  const grant = await runtime.mintGrant({ ...request, id: randomUUID(), purpose, deploymentId: 'dep_1' });
  const procedure = (await procedures()).find(({ name }) => name === 'IssueAgent')!;
  const direct = await DirectCalls.open(platform);
  expect(await direct.refusal(procedure, { ...request, grant }, token)).toBeUndefined();
  direct.close();
}

/** Mistakes of people: a key where another value belongs. Each is refused. */
async function pasteKeys(): Promise<void> {
  const { caller } = customer;
  const key = { 'idempotency-key': randomUUID() };
  const withdrawal = { amount_usd: '30', destination_wallet: pasted, chain: 'arbitrum', asset_address: pasted };
  const action = { type: 'order', orders: [], grouping: 'na', privateKey: pasted };
  const refusals = await Promise.all([
    caller.send('POST', '/runtime/executions', { venue: 'hyperliquid', action }, key),
    caller.send('POST', '/runtime/executions', { venue: 'hyperliquid', action: { type: pasted } }, key),
    caller.send('POST', '/runtime/executions', { venue: pasted, action: { type: 'order' } }, key),
    caller.send('POST', '/wallet/withdraw/otp', withdrawal, key),
    caller.send('POST', '/wallet/withdraw', { source: pasted, ...withdrawal, authorization: { type: pasted } }, key),
    caller.send('POST', '/wallet/venues/hyperliquid/setup', { amount_usd: pasted }, key),
    caller.send('POST', '/wallet/withdraw', withdrawal, { 'idempotency-key': `${pasted}\u00e9` }),
    caller.query(`{ execution(id: "${pasted}") { id } }`),
  ]);
  expect(refusals.filter(({ status, body }) => status < 400 && body.errors === undefined)).toEqual([]);
}

test('no process may leave a core dump, and one that breaks leaves nothing else', async () => {
  const { processes } = await platform.descriptor();
  // Read from the operating system where it has such files.
  if (existsSync('/proc/self/limits'))
    for (const [name, pid] of Object.entries(processes))
      expect([name, await readFile(`/proc/${pid}/limits`, 'utf8')]).toEqual([
        name,
        expect.stringMatching(/^Max core file size +0 +0 /m),
      ]);
  for (const signal of ['SIGSEGV', 'SIGABRT', 'SIGQUIT', 'SIGUSR2'] as const) await platform.kill('wallet', signal);
  expect(platform.output).toMatch(/wallet was ended by SIGSEGV[\s\S]*wallet was ended by SIGABRT/);
  await customer.wallet();
  expect(readdirSync('.').filter((name) => !known.has(name))).toEqual([]);
  const left = await namesBelow(platform.dataDirectory);
  expect(left.filter((file) => /(^|\/)core[^/]*$|heapsnapshot|report\.|\.dmp$/.test(file))).toEqual([]);
}, 240_000);

test('keys are in no record, file, log, answer or message', async () => {
  const keys = await openSealedKeys(await platform.mongodbUri(), masterKey);
  const accounts = [...keys].filter(([owner]) => owner.startsWith('0x'));
  // The keys were opened correctly; otherwise the search below would look for something else.
  for (const [address, key] of accounts)
    expect(privateKeyToAddress(`0x${key.toString('hex')}`)).toBe(getAddress(address));
  expect(accounts.map(([address]) => address as Address)).toContain(customer.address);
  expect(keys.size).toBe(5);

  const records = await recordsOf(platform);
  await platform.stop();
  const traces: Traces = new Map([
    ...records,
    ...(await filesBelow(platform.dataDirectory)),
    ['the supervisor', Buffer.from(platform.output)],
    ['the answers', Buffer.from(answers.join('\n'))],
  ]);
  const secrets = new Map([...keys, ['master key', masterKey], ['relayer key', relayerKey]]);
  for (const [name, secret] of secrets) expect([name, placesOf(secret, traces)]).toEqual([name, []]);
  // The caller's own words appear in no answer and no log.
  expect(placesOf(Buffer.from(pasted.slice(2), 'hex'), traces)).toEqual([]);
  // Existing texts are found: the search works.
  const address = Buffer.from(customer.address.slice(2), 'hex');
  expect(placesOf(address, traces)).toEqual(expect.arrayContaining(['wallet.chain_transactions', 'the answers']));
}, 240_000);
