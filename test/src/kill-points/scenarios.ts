import { createTestClient, http, parseGwei, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { LiveAccount, type ProxyFolders } from '../deployments/live/account.js';
import { Customer } from '../money/customer.js';
import { usdcOf } from '../platform/chain.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import type { Platform } from '../platform/platform.js';
import { restingMarket, restingOrder } from '../platform/venue.js';

/** Fees of the next block: far beyond what a transaction of the relayer offers, and after a minute of blocks still. */
const BASE_FEE = parseGwei('100000');
/** Fees at which the scenarios after it are accepted: an idle chain makes few blocks, and the high ones would fall for minutes. */
const ORDINARY_BASE_FEE = parseGwei('1');

/** The state when everything has settled. */
export interface Outcome {
  /** What the chain and the venue show. */
  readonly effects: string;
  /** The platform's own state. */
  readonly state: string;
}

/** A scenario on the platform that passes kill points. */
export interface Scenario {
  /** What must be there before; done for all points at once, with none armed. */
  prepare(platform: Platform, customers: readonly Customer[]): Promise<void>;
  /** Runs the scenario, arming the point where it begins; returns a function that reads the outcome, which can be called repeatedly. */
  run(platform: Platform, customer: Customer, arm: () => void): Promise<() => Promise<Outcome>>;
  readonly expected: Outcome;
}

const fund = (platform: Platform, customers: readonly Customer[]) => Customer.fund(platform, customers, 100);

const deposit: Scenario = {
  prepare: async () => {},
  run: async (platform, customer, arm) => {
    arm();
    await fund(platform, [customer]);
    return async () => {
      const { body } = await customer.confirmedDeposit();
      const { held_usd: held } = (await customer.wallet()).body.balance;
      return { effects: `${body.deposits.length} deposit, held ${held}`, state: body.deposits[0].status };
    };
  },
  expected: { effects: '1 deposit, held 100', state: 'confirmed' },
};

const setup: Scenario = {
  prepare: fund,
  run: async (_platform, customer, arm) => {
    arm();
    await customer.setUp('60');
    return async () => {
      const { body } = await customer.wallet();
      const { balance_usd: there, operation } = body.venues.hyperliquid;
      return { effects: `held ${body.balance.held_usd}, at the venue ${there}`, state: operation.status };
    };
  },
  expected: { effects: 'held 40, at the venue 60', state: 'completed' },
};

const order: Scenario = {
  prepare: async (platform, customers) => {
    await fund(platform, customers);
    await Promise.all(customers.map((customer) => customer.setUp('60')));
  },
  run: async (platform, customer, arm) => {
    const action = restingOrder(await restingMarket((await platform.descriptor()).venues.hyperliquid.url));
    arm();
    const { id } = await customer.execute(action);
    return async () => {
      const { status } = await customer.execution(id);
      return { effects: `${(await customer.openOrders()).length} open orders`, state: status };
    };
  },
  expected: { effects: '1 open orders', state: 'succeeded' },
};

/** It was never sent, and nobody sends it later. Where its identity was durable, that is proved once the venue would refuse it. */
const unsentOrder: Scenario = { ...order, expected: { effects: '0 open orders', state: 'failed' } };

const withdrawal: Scenario = {
  prepare: fund,
  run: async (platform, customer, arm) => withdrawn(platform, customer, async () => arm()),
  expected: { effects: 'received 30, held 70', state: 'confirmed' },
};

/** Once the withdrawal is signed, block fees rise so far that no block includes it before it is signed again with a higher fee. */
const stuckWithdrawal: Scenario = {
  ...withdrawal,
  run: async (platform, customer, arm) => {
    const { arbitrum } = await platform.descriptor();
    const chain = createTestClient({ mode: 'anvil', transport: http(arbitrum.rpc_url) }).extend(publicActions);
    const readOutcome = await withdrawn(
      platform,
      customer,
      async () => {
        // The node takes none until it is signed at the fees of the last block and the next one is dear.
        const taken = { venue: 'arbitrum', method: 'eth_sendRawTransaction' } as const;
        await injectFault(platform, { ...taken, kind: 'reject', count: 1_000 });
        arm();
      },
      async (id) => {
        await customer.withdrawal(id, 'broadcast');
        await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: BASE_FEE });
        await clearFaults(platform);
      },
    );
    await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: ORDINARY_BASE_FEE });
    return readOutcome;
  },
};

/** Out of the venue: it pays the wallet, which pays the destination. */
const departure: Scenario = {
  prepare: order.prepare,
  run: async (platform, customer, arm) =>
    withdrawn(
      platform,
      customer,
      async () => arm(),
      async () => {},
      'hyperliquid',
    ),
  expected: { effects: 'received 29, held 40', state: 'confirmed' },
};

/** A deployment that trades with real money, from its creation to its first position; with where its proxies are, absent: beside the platform. */
export function liveScenario(proxyFolders?: ProxyFolders): Scenario {
  return {
    prepare: fund,
    run: async (platform, customer, arm) => {
      const account = await LiveAccount.of(platform, customer, proxyFolders);
      arm();
      const id = await account.createdOnce('live');
      await account.startedAfterSetup(id);
      let outcome: Promise<Outcome> | undefined;
      const settle = async () => {
        const { status } = await account.deployments.untilStatus(id, 'running');
        await account.untilFilled();
        const effects = await account.effects();
        // Bots read their venue all the time, and all accounts share its allowance.
        await account.deployments.act(id, { action: 'stop' });
        return { effects, state: status };
      };
      return () => (outcome ??= settle());
    },
    expected: { effects: '1 setup, 1 agent, 1 proxy, 1 entry, held 40', state: 'running' },
  };
}

async function withdrawn(
  platform: Platform,
  customer: Customer,
  before: () => Promise<void>,
  after: (id: string) => Promise<void> = async () => {},
  source = 'arbitrum',
): Promise<() => Promise<Outcome>> {
  const destination = privateKeyToAddress(generatePrivateKey());
  const authorized = await customer.authorize('30', destination, source);
  await before();
  const id = await customer.withdraw(authorized);
  await after(id);
  const read = async () => {
    const { body } = await customer.withdrawal(id, 'confirmed', 'failed');
    const received = await usdcOf((await platform.descriptor()).arbitrum, destination);
    const { held_usd: held } = (await customer.wallet()).body.balance;
    return { effects: `received ${Number(received) / 1e6}, held ${held}`, state: body.status };
  };
  await read();
  return read;
}

const special: Readonly<Record<string, Scenario>> = {
  'order.after_claim': unsentOrder,
  'order.after_sign': unsentOrder,
  'order.after_identity': unsentOrder,
  'relayer.after_bump': stuckWithdrawal,
};
const byFlow: Readonly<Record<string, Scenario>> = {
  ...{ deposit, setup, order, withdrawal, departure, live: liveScenario() },
  ...{ transfer: withdrawal, relayer: withdrawal },
};

/** Returns the scenario that passes a point, by its name or by the first word of it; `undefined` where none does. */
export function scenarioOf(point: string): Scenario | undefined {
  return special[point] ?? byFlow[point.split('.')[0] ?? ''];
}
