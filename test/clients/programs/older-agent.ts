import createClient from 'openapi-fetch';
import type { paths } from './client/schema.js';

/** What a published agent does, by a client made from the older surface's document. Prints what it read as JSON. */

type Action = NonNullable<
  paths['/v2/authorize-and-send/hyperliquid']['post']['requestBody']
>['content']['application/json'];

const given = JSON.parse(process.env['AGENT'] ?? '');
const POLL_MS = 250;
const client = createClient<paths>({ baseUrl: given.baseUrl, headers: { 'x-api-key': given.key } });

/** Repeats a call until it gives something. */
async function until<Found>(call: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await call();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The data of an answer. Throws what was refused. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function backtest() {
  const { status: searched } = dataOf(await client.POST('/v3/markets/search', { body: given.bodies.search }));
  const { id } = dataOf(await client.POST('/v2/backtesting', { body: given.bodies.backtest }));
  const params = { path: { id } };
  dataOf(await client.PUT('/v2/backtesting/{id}/status', { params, body: { action: 'start' } }));
  await until(async () => {
    const { status } = dataOf(await client.GET('/v2/backtesting/{id}/status', { params }));
    return status === 'completed' ? status : undefined;
  });
  const { result_url: url } = dataOf(await client.GET('/v2/backtesting/{id}', { params }));
  const file: { strategy: object } = await (await fetch(url ?? '')).json();
  return { searched, strategies: Object.keys(file.strategy).length };
}

async function moveMoney() {
  const { items } = dataOf(await client.GET('/v3/account'));
  const address = items[0]?.wallet_address ?? '';
  const deposit = dataOf(await client.POST('/v2/portfolio/hyperliquid/deposit', { body: given.bodies.deposit }));
  const params = { path: { address } };
  const { ready } = await until(async () => {
    const { data } = await client.GET('/v3/account/{address}/status/hyperliquid', { params });
    return data?.onboarding.ready === true ? data.onboarding : undefined;
  });
  const send = async (body: Action) => dataOf(await client.POST('/v2/authorize-and-send/hyperliquid', { body }));
  const placed = await send(given.bodies.order);
  const oid = JSON.parse(JSON.stringify(placed)).response.data.statuses[0].resting.oid;
  const cancels = given.bodies.order.orders.map(({ a }: { a: number }) => ({ a, o: oid }));
  const canceled = await send({ type: 'cancel', cancels });
  return { deposited: deposit.amount, ready, canceled: JSON.parse(JSON.stringify(canceled)).status };
}

async function deploy() {
  const created = dataOf(await client.POST('/v2/deployment', { body: given.bodies.deployment }));
  const params = { path: { id: created.id } };
  const attached = dataOf(
    await client.POST('/v2/deployment/{id}/credentials', { params, body: { exchange: 'hyperliquid' } }),
  );
  // The capital is on its way meanwhile.
  await until(async () => {
    const { data } = await client.PUT('/v2/deployment/{id}/status', { params, body: { action: 'start' } });
    return data;
  });
  await until(async () => {
    const { items } = dataOf(await client.GET('/v2/deployment/{id}/logs', { params }));
    return items.find(({ message }) => message.includes('fulfilled'));
  });
  dataOf(await client.PUT('/v2/deployment/{id}/status', { params, body: { action: 'stop' } }));
  await until(async () => {
    const { status } = dataOf(await client.GET('/v2/deployment/{id}/status', { params }));
    return status === 'stopped' ? status : undefined;
  });
  const exit = dataOf(await client.POST('/v2/deployment/{id}/exit', { params, body: {} }));
  await until(async () => (await client.DELETE('/v2/deployment/{id}', { params })).data);
  return { credentials: attached.credentials_status, closed: exit.positions_closed, left: exit.positions_left };
}

async function main(): Promise<void> {
  const read = { ...(await backtest()), ...(await moveMoney()), ...(await deploy()) };
  process.stdout.write(`${JSON.stringify(read)}\n`);
}

void main();
