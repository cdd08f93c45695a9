/** Two platforms with different master keys on one database: each refusal of the other's rows names the row. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { giveAllTurns } from '@platform/flows/testing';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { agentModel } from '../agents/model.js';
import { type Domain, openDomain } from '../domain.js';
import { openStage, type Stage } from '../testing/stage.js';
import { testObjects } from '../testing/wallets.js';
import { rewrapAll } from '../wallets/rewrap.js';
import { EnvelopeVault } from './envelope-vault.js';
import { Keyring } from './keyring.js';
import { LocalMasterKey } from './local-master-key.js';
import { openServiceKey } from './service-keys.js';
import type { ManagedKey } from './vault.js';

const ACCOUNT = 'acc_1';
const call = { accountId: ACCOUNT, requestId: 'r1' };
const venue = 'hyperliquid';
const keyring = new Keyring(new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom));
const objects = testObjects();
const logged: string[] = [];
const logger = createLogger({ process: 'wallet', level: 'trace' }, { write: (line: string) => void logged.push(line) });
/** The platform whose rows they are. */
let stage: Stage;
/** The other one, which was started before there were any rows. */
let other: Domain;

beforeAll(async () => {
  stage = await openStage('test_wallet_another_master_key');
  await rows('service_keys').deleteMany({});
  other = await start();
  await stage.fund(ACCOUNT, 200_000_000n);
});

afterAll(() => stage.close());

type Row = { _id: string } & Record<string, unknown>;
const rows = (name: string) => stage.connection.collection<Row>(name);

/** Starts the other platform on the database of the first. */
function start(): Promise<Domain> {
  return openDomain({ ...stage.options, keyring, objects, logger, owner: 'other' });
}

async function onlyRow(name: string): Promise<Row> {
  const [row, ...more] = await rows(name).find().toArray();
  if (row === undefined || more.length > 0) throw new Error(`${name} has not one row`);
  return row;
}

/** Has the other platform sign with a key. */
function sign(key: ManagedKey): Promise<unknown> {
  return new EnvelopeVault(keyring.current, systemRandom).signer(key).signMessage({ message: 'hello' });
}

function expectLogged(text: string, id: string): void {
  expect(logged.filter((line) => line.includes(text) && line.includes(id))).not.toEqual([]);
}

describe('a platform with another master key refuses by name', () => {
  test('a wallet', async () => {
    const { _id } = await onlyRow('wallets');
    const refusal = `wallet ${_id} is not as the service wrote it`;
    await expect(other.wallets.primary(ACCOUNT)).rejects.toThrow(refusal);
    await expect(other.wallets.get(_id)).rejects.toThrow(refusal);
    await expect(start()).rejects.toThrow(`1 by ${stage.options.keyring.current.id}, such as ${_id} of wallets`);
  });

  test('the sealed key of a wallet', async () => {
    const { _id: walletId, accountId, address, sealedKey } = await stage.domain.wallets.primary(ACCOUNT);
    const refusal = new RegExp(`${walletId}\\S* names is sealed by another format or master key`);
    await expect(sign({ walletId, accountId, address, sealedKey })).rejects.toThrow(refusal);
    await expect(rewrapAll(stage.connection, objects, keyring)).rejects.toThrow(`is not held, which seals ${walletId}`);
  });

  test('an agent', async () => {
    const { agents, openVenues, wallets } = stage.domain;
    const requester = { workload: 'venue-proxy', accountId: ACCOUNT, cause: 'deployment dep_1' } as const;
    const wallet = await wallets.primary(ACCOUNT);
    const { agentAddress: address } = await agents.issue(wallet, { id: venue, ...openVenues[venue] }, 'bot', requester);
    const { _id: walletId, sealedKey } = await agentModel(stage.connection).findOne().orFail().lean();
    if (sealedKey === undefined) throw new Error(`${walletId} has no key`);
    const refusal = new RegExp(`${walletId}\\S* names is sealed by another format or master key`);
    await expect(sign({ walletId, accountId: ACCOUNT, address, sealedKey })).rejects.toThrow(refusal);
  });

  test("the service's own key", async () => {
    const parts = { connection: stage.connection, objects: stage.options.objects };
    await expect(openServiceKey(parts, 'seals', keyring, systemRandom)).rejects.toThrow(
      `master key ${stage.options.keyring.current.id} is not held, which seals the service key seals`,
    );
  });

  test('a login pin', async () => {
    await stage.domain.logins.of(call);
    await expect(other.logins.of(call)).rejects.toThrow(`login pin ${ACCOUNT} is not as the service wrote it`);
  });

  test('a withdrawal and a setup', async () => {
    const withdrawal = await stage.withdraw(ACCOUNT, 10_000_000n);
    const request = { accountId: ACCOUNT, venue, amountMicroUsdc: 60_000_000n, key: randomUUID() } as const;
    const { setup } = await stage.domain.setups.accept(request);
    const { setupRunners, withdrawalRunners } = other;
    if (setupRunners === undefined || withdrawalRunners === undefined) throw new Error('nothing is paid');
    await giveAllTurns(setupRunners.arbitrum.turns);
    await giveAllTurns(withdrawalRunners.arbitrum.turns);
    for (const id of [withdrawal, setup._id]) expectLogged('a record is not as the service wrote it', id);
    expect(await rows('chain_transactions').countDocuments()).toBe(0);
  });

  test('a chain transaction', async () => {
    if (other.relays === undefined) throw new Error('nothing is relayed');
    const { relayer, runner } = other.relays.arbitrum;
    await stage.pass(60_000);
    await stage.advance();
    const queued = await rows('chain_transactions').find().toArray();
    expect(queued.map(({ state }) => state)).toEqual(['queued', 'queued']);
    await giveAllTurns(runner.turns);
    for (const { _id } of queued) {
      expectLogged('a record is not as the service wrote it', _id);
      expect(await rows('chain_transactions').findOne({ _id })).toMatchObject({ state: 'refused', attempts: [] });
    }
    expect(await stage.arbitrum.client.getTransactionCount({ address: relayer.address })).toBe(0);
  });
});
