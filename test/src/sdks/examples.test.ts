// Why: docs/decisions/edge/sdks.md
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Deployments } from '../deployments/deployments.js';
import { Customer } from '../money/customer.js';
import { usdcOf } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { type InstalledSdk, sdks } from './installed.js';

const TEST_MS_MAX = 580_000;
const HELD_USD = 100;
const STRATEGY = fileURLToPath(new URL('../../../frameworks/freqtrade/examples/sample_strategy.py', import.meta.url));
let platform: Platform;
let directory: string;

beforeAll(async () => {
  platform = await Platform.shared();
  directory = await mkdtemp(join(tmpdir(), 'sdks-'));
}, TEST_MS_MAX);

afterAll(async () => {
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  await platform[Symbol.asyncDispose]();
});

/** What every example is given. */
async function surroundings(): Promise<Record<string, string>> {
  const { base_url: BASE_URL, mailbox_dir: MAILBOX } = await platform.descriptor();
  return { BASE_URL, MAILBOX, STRATEGY };
}

describe.each(sdks)('the %s SDK, installed from its package', (name, install) => {
  let sdk: InstalledSdk;
  let customer: Customer;

  beforeAll(async () => {
    sdk = await install(directory);
    customer = await Customer.register(platform, `sdk-${name.toLowerCase()}`);
    await Customer.fund(platform, [customer], HELD_USD);
    await Deployments.of(customer.caller);
  }, TEST_MS_MAX);

  test(
    'does the main job, from a registration to a result, and reads a refusal',
    async () => {
      const EMAIL = `sdk-main-${name.toLowerCase()}@example.com`;
      expect(await sdk.run('main-job', { ...(await surroundings()), EMAIL })).toEqual({
        markets: expect.any(Number),
        status: 'finished',
        trades: expect.any(Number),
        refused: 'invalid_request',
      });
    },
    TEST_MS_MAX,
  );

  test(
    'withdraws, with one key for the code and the withdrawal',
    async () => {
      const { arbitrum } = await platform.descriptor();
      const DESTINATION = privateKeyToAddress(generatePrivateKey());
      const { apiKey: API_KEY, email: EMAIL } = customer.caller;
      const given = { ...(await surroundings()), API_KEY, EMAIL, DESTINATION, USDC: arbitrum.usdc_address };
      expect(await sdk.run('withdrawal', given)).toEqual({
        held: HELD_USD,
        status: 'confirmed',
        arrives: 10,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      });
      expect(await usdcOf(arbitrum, DESTINATION)).toBe(10_000_000n);
    },
    TEST_MS_MAX,
  );

  test(
    'runs a deployment that it follows, stops it and deletes it',
    async () => {
      const NAME = `sdk ${name}`;
      const given = { ...(await surroundings()), API_KEY: customer.caller.apiKey, NAME };
      expect(await sdk.run('deployment', given)).toEqual({
        name: NAME,
        began: 'created',
        ran: true,
        status: 'stopped',
        deleted: expect.stringMatching(/^delet/),
      });
    },
    TEST_MS_MAX,
  );
});
