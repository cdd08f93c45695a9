import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { z } from 'zod';
import type { AccountSecrets } from '../../trading-accounts/index.js';
import { carriesOut, isTradingFamily, parseTradingAction, tradingFamilies } from '../codec/index.js';
import { type LighterSigner, LighterSignerError } from '../signer/index.js';
import { officialLibrary, signerOf } from '../signer/testing/index.js';
import {
  CHAIN_IDS,
  isSignedBy,
  isTokenSignedBy,
  readAuthToken,
  readTransaction,
  transactionHash,
} from '../transactions/index.js';
import { ApiKeys } from './api-keys.js';
import { Claims } from './claims.js';
import { giveBack, readHeaders, type SigningParts, tradingActions } from './signing.js';
import { TestNonces, testSecrets } from './testing/index.js';
import { ACCOUNT, failingToSign, OWNER, serveVenue, TestVenue } from './wallet.fixture.js';

const hex = z.templateLiteral(['0x', z.string()]);
const request = z.object({ tx_type: z.int(), tx_info: z.string() });
const terms = { market_index: 1, base_amount: 20, price: 100_000, is_ask: false };
const stop = { ...terms, is_ask: true, reduce_only: true, trigger_price: 90_000 };
const grouped = {
  ...{ MarketIndex: 1, BaseAmount: 20, Price: 100_000, IsAsk: true, TimeInForce: 0, ReduceOnly: true },
};
const ACTIONS: Readonly<Record<string, object>> = {
  create_order: { ...terms, order_type: 0, time_in_force: 1, client_order_index: '281474976710655' },
  create_market_order: { market_index: 1, base_amount: 20, avg_execution_price: 100_000, is_ask: true },
  create_tp_order: stop,
  create_tp_limit_order: stop,
  create_sl_order: stop,
  create_sl_limit_order: stop,
  create_grouped_orders: {
    grouping_type: 2,
    orders: [
      { ...grouped, Type: 2, TriggerPrice: 90_000 },
      { ...grouped, Type: 4, TriggerPrice: 110_000 },
    ],
  },
  cancel_order: { market_index: 1, order_index: '1152921504606846975' },
  cancel_all_orders: { time_in_force: 0, cancel_all_market_index: 3 },
  modify_order: { market_index: 1, order_index: 7, base_amount: 20, price: 100_000 },
  update_leverage: { market_index: 1, margin_mode: 1, leverage: 3 },
  update_margin: { market_index: 1, usdc_amount: '10', direction: 1 },
};

let signer: LighterSigner;
let venue: TestVenue;
let served: Awaited<ReturnType<typeof serveVenue>>;
let nonces: TestNonces;
let secrets: ReturnType<typeof testSecrets>;
let parts: SigningParts;

beforeAll(async () => {
  signer = signerOf({ library: await officialLibrary() });
});
afterAll(() => signer.close());

beforeEach(async () => {
  venue = new TestVenue();
  served = await serveVenue(venue);
  nonces = new TestNonces();
  const { client } = served;
  secrets = testSecrets();
  const keys = new ApiKeys(secrets, signer);
  await keys.ensure(OWNER.address);
  const claims = new Claims({ client, nonces, wait: async () => undefined });
  parts = { client, keys, claims, clock: systemClock };
});
afterEach(() => served.close());

async function sign(action: object, cause = 'execution exe_1') {
  const family = tradingActions(parts);
  const asked = { actionJson: JSON.stringify(action), expiresAfterMs: undefined, cause };
  return family.sign(OWNER, await family.parse(asked, OWNER.address));
}

const publicKey = async () => hex.parse(await parts.keys.publicKeyOf(OWNER.address));

describe('an action', () => {
  test('of each kind is known here', () => {
    expect(Object.keys(ACTIONS)).toEqual(tradingFamilies);
  });

  test.each(Object.entries(ACTIONS))(
    '%s is signed as it was asked for, and as execution reads it',
    async (type, fields) => {
      venue.nonce = 5;
      const signed = await sign({ type, ...fields });
      const { tx_type, tx_info } = request.parse(JSON.parse(signed.signatureJson));
      const read = readTransaction(tx_type, JSON.parse(tx_info.replace(/:(\d{16,})/g, ':"$1"')));
      if (!read.isRead || !isTradingFamily(type)) throw new Error('what was signed can’t be read');
      const { transaction } = read.signed;
      expect(carriesOut(transaction, parseTradingAction(type, { type, ...fields }))).toBe(true);
      expect(isSignedBy(read.signed, await publicKey(), CHAIN_IDS.mainnet)).toBe(true);
      expect(transaction).toMatchObject({ accountIndex: ACCOUNT, apiKeyIndex: 4, nonce: 5n });
      const hash = transactionHash(transaction, CHAIN_IDS.mainnet);
      expect([signed.nonce, signed.actionHash]).toEqual([5, hash.startsWith('0x') ? hash : `0x${hash}`]);
      expect(await nonces.openClaim()).toMatchObject({ operation: 'execution exe_1', nonce: 5 });
    },
  );

  test.each(['withdraw', 'transfer', 'change_pub_key', 'approve_integrator', 'create_sub_account', '', undefined])(
    'of the kind %p is never signed',
    async (type) => {
      await expect(sign({ type, amount: 1 })).rejects.toMatchObject({ code: 'native_action_unsupported' });
      expect([venue.asked, nonces.open]).toEqual([[], undefined]);
    },
  );

  test.each([
    ['is malformed', { ...ACTIONS['cancel_order'], type: 'cancel_order', market_index: 'BTC' }],
    ['has a field of an integrator', { ...ACTIONS['modify_order'], type: 'modify_order', integrator_taker_fee: 1 }],
    [
      'has rules that the signer is not asked for',
      { ...ACTIONS['modify_order'], type: 'modify_order', order_version: 2 },
    ],
    [
      'has rules for trades with itself',
      { ...ACTIONS['create_market_order'], type: 'create_market_order', self_trade_behavior_mode: 1 },
    ],
  ])('that %s is refused before a nonce is claimed', async (_what, action) => {
    await expect(sign(action)).rejects.toMatchObject({ code: 'native_action_invalid' });
    expect(nonces.open).toBeUndefined();
  });

  test.each([
    ['refused', 'native_action_invalid'],
    ['late', 'wallet_upstream_unavailable'],
  ] as const)('that the signer answers with "%s" leaves its nonce free', async (failure, code) => {
    const failing = failingToSign(signer, new LighterSignerError(failure, 'no'));
    parts = { ...parts, keys: new ApiKeys(secrets, failing) };
    await expect(sign({ type: 'cancel_order', ...ACTIONS['cancel_order'] })).rejects.toMatchObject({ code });
    expect(nonces.open).toBeUndefined();
  });

  test('opens the wallet’s key once', async () => {
    let openings = 0;
    const use: AccountSecrets['use'] = (address, each) => {
      openings += 1;
      return secrets.use(address, each);
    };
    parts = { ...parts, keys: new ApiKeys({ ...secrets, use }, signer) };
    await sign({ type: 'cancel_order', ...ACTIONS['cancel_order'] });
    expect(openings).toBe(1);
  });

  test('is not signed while the one before may still be carried out', async () => {
    const cancel = { type: 'cancel_order', ...ACTIONS['cancel_order'] };
    await sign(cancel);
    await expect(sign(cancel, 'execution exe_2')).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
  });

  test('that was given back lets the next one through, with its nonce', async () => {
    const cancel = { type: 'cancel_order', ...ACTIONS['cancel_order'] };
    const { nonce, actionHash } = await sign(cancel);
    await giveBack(parts, OWNER.address, { nonce, actionHash: `0x${'0'.repeat(80)}` });
    await expect(sign(cancel, 'execution exe_2')).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
    await giveBack(parts, OWNER.address, { nonce, actionHash });
    expect(await sign(cancel, 'execution exe_2')).toMatchObject({ nonce });
  });

  test('of a wallet without a key, or without an account, is not signed', async () => {
    venue.hasAccount = false;
    const cancel = { type: 'cancel_order', ...ACTIONS['cancel_order'] };
    await expect(sign(cancel)).rejects.toMatchObject({ code: 'account_not_ready' });
    parts = { ...parts, keys: new ApiKeys(testSecrets(), signer) };
    await expect(sign(cancel)).rejects.toMatchObject({ code: 'account_not_ready' });
  });
});

describe('a read of orders', () => {
  test.each(['/api/v1/accountActiveOrders', '/api/v1/accountInactiveOrders', '/stream'])(
    'at %s has a token of the wallet’s key that ends within minutes',
    async (path) => {
      const { authorization = '' } = await readHeaders(parts, OWNER.address, path);
      const token = readAuthToken(authorization);
      if (token === undefined) throw new Error('it is no token');
      expect(token).toMatchObject({ accountIndex: ACCOUNT, apiKeyIndex: 4 });
      const leftS = token.expiresS - systemClock.nowMs() / 1_000;
      expect(leftS > 60 && leftS <= 120).toBe(true);
      expect(isTokenSignedBy(token, await publicKey())).toBe(true);
    },
  );

  test.each(['/api/v1/apikeys', '/api/v1/accountActiveOrders?auth=1', '/api/v1/tokens/create', '/stream/', ''])(
    'at %p has none',
    async (path) => {
      await expect(readHeaders(parts, OWNER.address, path)).rejects.toMatchObject({ code: 'insufficient_permissions' });
    },
  );
});
