import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OlderAgent, openOlderAgent } from '../legacy/older-agent.js';
import { send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { makeOlderAgent } from './clients.js';
import { provisionTools } from './tools.js';

const TEST_MS_MAX = 580_000;
let platform: Platform;
let agent: OlderAgent;
let directory: string;

beforeAll(async () => {
  platform = await Platform.shared();
  agent = await openOlderAgent(platform, 'generated-agent');
  directory = await mkdtemp(join(tmpdir(), 'older-agent-'));
}, TEST_MS_MAX);

afterAll(async () => {
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  await platform[Symbol.asyncDispose]();
});

test(
  'a client that is made from the older surface’s document does what a published agent does',
  async () => {
    const { body } = await send(agent.baseUrl, 'GET', '/legacy/openapi.json');
    const document = join(directory, 'openapi.json');
    await writeFile(document, JSON.stringify(body));
    const run = await makeOlderAgent({ directory, document, tools: await provisionTools() });
    expect(await run({ AGENT: JSON.stringify(agent) })).toEqual({
      ...{ searched: 'candidates_found', strategies: 1 },
      ...{ deposited: '60.00', ready: true, canceled: 'ok' },
      ...{ credentials: 'stored', closed: 1, left: 0 },
    });
  },
  TEST_MS_MAX,
);
