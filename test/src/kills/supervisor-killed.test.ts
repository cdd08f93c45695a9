import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { send } from '../platform/caller.js';
import { Caller, Platform, readDescriptor, until } from '../platform/index.js';

/** Parts serve this long without a supervisor. */
const ORPHANED_MS_MAX = 15_000;
/** How much longer their end may take. */
const ENDING_MS_MAX = 120_000;

let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start('its supervisor is killed');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

async function running(): Promise<Record<string, number>> {
  return (await platform.descriptor()).processes;
}

const stillThere = (processes: Record<string, number>) =>
  Object.entries(processes).filter(([, pid]) => existsSync(`/proc/${pid}`));

test('what a killed supervisor leaves is taken over by the next, which keeps running', async () => {
  const caller = await Caller.register(platform, 'kept@example.com');
  const before = await running();
  await platform.killSupervisor();
  expect((await caller.send('GET', '/account')).status).toBe(200);
  await platform.startSupervisor();
  expect(stillThere(before)).toEqual([]);
  const after = await running();
  await sleep(ORPHANED_MS_MAX + 5_000);
  expect(await running()).toEqual(after);
  const { base_url: baseUrl } = await platform.descriptor();
  const { status } = await send(baseUrl, 'GET', '/account', { headers: { 'x-api-key': caller.apiKey } });
  expect(status).toBe(200);
}, 480_000);

test('what a killed supervisor leaves ends by itself when no other comes', async () => {
  const processes = await running();
  await platform.killSupervisor();
  expect(stillThere(processes)).toHaveLength(Object.keys(processes).length);
  const ended = async () => stillThere(processes).length === 0;
  await until('the end of all', ended, (isSo) => isSo, { timeoutMs: ORPHANED_MS_MAX + ENDING_MS_MAX });
  const gone = async () => (await readDescriptor(platform.dataDirectory)) === undefined;
  await until('the end of the descriptor', gone, (isSo) => isSo, { timeoutMs: ENDING_MS_MAX });
}, 480_000);
