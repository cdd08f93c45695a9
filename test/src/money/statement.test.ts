import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Answer } from '../platform/caller.js';
import { usdcOf } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { Customer } from './customer.js';

const LEDGER = `query ($after: String) { account { ledger(first: 1, after: $after) {
  nodes { id kind heldChangeUsd venueChangeUsd } pageInfo { hasNextPage endCursor } } } }`;
const CENT = 2;
let platform: Platform;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  platform = await Platform.shared();
  [customer, stranger] = [await Customer.register(platform, 'statement'), await Customer.register(platform, 'nobody')];
  await Customer.fund(platform, [customer], 200);
  await customer.setUp('100');
  const authorized = await customer.authorize('30.25', privateKeyToAddress(generatePrivateKey()));
  await customer.withdrawal(await customer.withdraw(authorized), 'confirmed');
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** The rows of a CSV, by the names of its columns; no cell of a statement holds a comma. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...rows] = csv.trim().split('\r\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
}

const read = (of: Customer, query = '') =>
  fetch(`${of.caller.baseUrl}/wallet/ledger.csv${query}`, { headers: { 'x-api-key': of.caller.apiKey } });
const total = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

test('adds up to the cent to the balance, and equals chain and venue', async () => {
  const answer = await read(customer);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const rows = rowsOf(await answer.text());
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['deposit', 'venue_credit', 'venue_payment', 'withdrawal']);
  const { body } = await customer.wallet();
  const { arbitrum } = await platform.descriptor();
  const onChain = Number(await usdcOf(arbitrum, customer.address)) / 1e6;
  expect(total(rows, 'held_change_usd')).toBeCloseTo(body.balance.held_usd, CENT);
  expect(total(rows, 'held_change_usd')).toBeCloseTo(onChain, CENT);
  expect(total(rows, 'venue_change_usd')).toBeCloseTo(body.balance.allocated[0].balance_usd, CENT);
  expect(body.balance.total_usd).toBeCloseTo(200 - 30.25 - total(rows, 'fee_usd'), CENT);
});

test('is the same in the graph, page by page', async () => {
  const rows = rowsOf(await (await read(customer)).text());
  const ids: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const { body }: Answer = await customer.caller.query(LEDGER, { after });
    const { nodes, pageInfo } = body.data.account.ledger;
    ids.push(...nodes.map(({ id }: { id: string }) => id));
    after = pageInfo.endCursor;
    more = pageInfo.hasNextPage;
  }
  expect(ids).toEqual(rows.map(({ id }) => id));
});

test('takes a time, refuses what is none, and shows nobody another account', async () => {
  expect(rowsOf(await (await read(customer, '?from=2100-01-01')).text())).toEqual([]);
  expect((await read(customer, '?to=tomorrow')).status).toBe(400);
  const own = await until(
    'the statement',
    () => read(stranger),
    ({ status }) => status === 200,
  );
  expect(rowsOf(await own.text())).toEqual([]);
});
