import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { openSecrets } from './secrets.js';
import { startKeyRotation } from './workload-keys.js';

const DAY_MS = 86_400_000;
const wait = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a new key is trusted before it signs, and the old one until what it signed has expired', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'workload-keys-'));
  const secrets = await openSecrets(directory, systemRandom);
  const clock = new ManualClock(0);
  const said: string[] = [];
  const rotation = startKeyRotation(secrets, { intervalMs: DAY_MS, clock, say: (line) => void said.push(line) });
  const seen = async () => {
    const { keys } = JSON.parse(await readFile(secrets.trustedKeysFile, 'utf8'));
    const own = JSON.parse(await readFile(secrets.workloadKeyFile('wallet'), 'utf8'));
    const trusted = keys.filter(({ workload }: { workload: string }) => workload === 'wallet');
    return { trusted: trusted.map(({ kid }: { kid: string }) => kid), signing: own.kid };
  };
  const untilSeen = async (expected: object) => {
    for (let attempt = 0; attempt < 250 && JSON.stringify(await seen()) !== JSON.stringify(expected); attempt += 1)
      await wait();
    expect(await seen()).toEqual(expected);
    while (clock.sleeperCount === 0) await wait();
  };

  await untilSeen({ trusted: ['wallet-1'], signing: 'wallet-1' });
  clock.advance(DAY_MS);
  await untilSeen({ trusted: ['wallet-1', 'wallet-2'], signing: 'wallet-1' });
  clock.advance(3_000);
  await untilSeen({ trusted: ['wallet-1', 'wallet-2'], signing: 'wallet-2' });
  clock.advance(120_000);
  await untilSeen({ trusted: ['wallet-2'], signing: 'wallet-2' });

  clock.advance(DAY_MS);
  await untilSeen({ trusted: ['wallet-2', 'wallet-3'], signing: 'wallet-2' });
  await rotation.close();
  expect((await openSecrets(directory, systemRandom)).trustedKeysFile).toBe(secrets.trustedKeysFile);
  expect(await seen()).toEqual({ trusted: ['wallet-2'], signing: 'wallet-2' });
  expect(said).toEqual([]);
  await rm(directory, { recursive: true });
});
