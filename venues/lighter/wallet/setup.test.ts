import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SetupFacts } from '../../trading-accounts/index.js';
import type { LighterSigner } from '../signer/index.js';
import { officialLibrary, signerOf } from '../signer/testing/index.js';
import { ApiKeys } from './api-keys.js';
import { Registration } from './registration.js';
import { paymentOver, setupSteps } from './setup.js';
import { testSecrets } from './testing/index.js';
import { failingToSign, INTENT, OWNER, serveVenue, TestVenue } from './wallet.fixture.js';

const ACCEPTED_MS = 1_797_000_000_000;
const AMOUNT = 50_000_000n;
const deposit = {
  ...{ code: 200, source_chain_id: '42161', cctp_burn_tx_hash: '0xAB', amount: '50.000000', intent_address: INTENT },
  ...{ status: 'completed', created_at: ACCEPTED_MS + 60_000 },
};
const account = { account_type: 0, index: 12, collateral: '50', total_asset_value: '50', positions: [] };

let signer: LighterSigner;
let venue: TestVenue;
let served: Awaited<ReturnType<typeof serveVenue>>;
let secrets: ReturnType<typeof testSecrets>;
let signatures: string[];

beforeAll(async () => {
  signer = signerOf({ library: await officialLibrary() });
});
afterAll(() => signer.close());

beforeEach(async () => {
  venue = new TestVenue();
  served = await serveVenue(venue);
  secrets = testSecrets();
  signatures = [];
});
afterEach(() => served.close());

/** The steps as another process opens them. */
function steps(own: ReturnType<typeof failingToSign> = signer) {
  const keys = new ApiKeys(secrets, own);
  return setupSteps(served.client.accounts, new Registration({ client: served.client, keys }));
}

const facts: SetupFacts = {
  ...{ address: OWNER.address, amountMicroUsdc: AMOUNT, paymentAddress: INTENT, network: 'arbitrum' },
  acceptedAt: new Date(ACCEPTED_MS),
  firstUnclaimed: async ([entry]) => entry,
  sign: async (family, request) => {
    signatures.push(family.name);
    return family.sign(OWNER, await family.parse(request, OWNER.address));
  },
};

describe('the payment', () => {
  test('goes to an address of the wallet’s own, which belongs to it alone', async () => {
    const { to, networks } = paymentOver(served.client.accounts, () => true);
    if (to.kind !== 'by_wallet') throw new Error('all wallets have one address');
    expect([networks, await to.request(OWNER.address)]).toEqual([['arbitrum'], INTENT]);
    expect(await to.belongsTo(INTENT, OWNER.address)).toBe(true);
    expect(await to.belongsTo(OWNER.address, OWNER.address)).toBe(false);
  });

  test('has no address where nothing can be registered behind it', async () => {
    const { to, isOpen } = paymentOver(served.client.accounts, () => false);
    if (to.kind !== 'by_wallet') throw new Error('all wallets have one address');
    expect(isOpen).toBe(false);
    await expect(to.request(OWNER.address)).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
    expect(venue.asked).toEqual([]);
  });
});

describe('a credit', () => {
  const proof = (changed: object, given: Partial<SetupFacts> = {}) => {
    venue.answers.set('/api/v1/deposit/latest', { ...deposit, ...changed });
    venue.answers.set('/api/v1/account', { code: 200, accounts: [account] });
    return steps().credit.prove({ ...facts, ...given });
  };

  test.each([
    ['of all that was paid', {}, { entry: '0xab', creditedMicroUsdc: AMOUNT }],
    ['less a fee', { amount: '49.5' }, { entry: '0xab', creditedMicroUsdc: 49_500_000n }],
  ])('%s is proved by the venue’s deposit', async (_what, changed, expected) => {
    expect(await proof(changed)).toEqual(expected);
  });

  test.each([
    ['is on its way', { status: 'pending' }],
    ['has failed', { status: 'failed' }],
    ['is less than the fee explains', { amount: '48.9' }],
    ['is more than was paid', { amount: '50.000001' }],
    ['came before', { created_at: ACCEPTED_MS - 700_000 }],
    ['came from another chain', { source_chain_id: '1' }],
    ['came to another address', { intent_address: OWNER.address }],
    ['has no name', { cctp_burn_tx_hash: '' }],
  ])('is not proved by a deposit that %s', async (_what, changed) => {
    expect(await proof(changed)).toBeUndefined();
  });

  test('is not proved by a deposit that has proved another setup, nor where the venue has no account', async () => {
    expect(await proof({}, { firstUnclaimed: async () => undefined })).toBeUndefined();
    venue.answers.set('/api/v1/account', { code: 21_100 });
    expect(await steps().credit.prove(facts)).toBeUndefined();
  });
});

describe('the registration of a key', () => {
  const registered = () => steps().register.prove(facts);

  test('is signed by the key and by its owner, and proved by the key that the venue shows', async () => {
    expect(await registered()).toBeUndefined();
    await steps().register.do(facts);
    expect(signatures).toEqual(['register_api_key']);
    expect(await registered()).toEqual({});
    const sealed = secrets.kept.get(OWNER.address);
    expect(venue.publicKey).toBe(`0x${sealed?.subarray(40).toString('hex')}`);
  });

  test('is not repeated once it is done', async () => {
    await steps().register.do(facts);
    await steps().register.do(facts);
    expect(venue.asked.filter((path) => path.endsWith('sendTx'))).toHaveLength(1);
  });

  test.each<[string, Error | undefined, Partial<SetupFacts>]>([
    ['the key was sealed', new Error('died'), {}],
    ['the owner was asked', undefined, { sign: () => Promise.reject(new Error('died')) }],
  ])('goes on with the same key after a death when %s', async (_when, death, changed) => {
    const own = death && failingToSign(signer, death);
    await expect(steps(own).register.do({ ...facts, ...changed })).rejects.toThrow('died');
    const sealed = secrets.kept.get(OWNER.address)?.toString('hex');
    await steps().register.do(facts);
    expect(secrets.kept.get(OWNER.address)?.toString('hex')).toBe(sealed);
    expect(await registered()).toEqual({});
  });

  test('whose answer was lost is proved, and nothing is sent again', async () => {
    const { take } = venue;
    venue.take = async (form) => {
      await take.call(venue, form);
      return { code: 29_500 };
    };
    await steps().register.do(facts);
    expect(await registered()).toEqual({});
  });

  test('is not proved by another key at its index', async () => {
    await steps().register.do(facts);
    venue.publicKey = `0x${'ab'.repeat(40)}`;
    expect(await registered()).toBeUndefined();
  });

  test('waits for the account, with its key sealed', async () => {
    venue.hasAccount = false;
    await expect(steps().register.do(facts)).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
    expect(secrets.kept.size).toBe(1);
    expect(signatures).toEqual([]);
  });
});
