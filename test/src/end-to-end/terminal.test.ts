import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Platform } from '../platform/index.js';

test('a platform whose terminal is gone keeps a killed process running, and leaves none behind when it is stopped', async () => {
  await using platform = await Platform.start('its terminal goes away');
  platform.leaveTerminal();
  await platform.kill('execution');
  const { processes } = await platform.descriptor();
  expect(await platform.stop()).toBe(0);
  const left = Object.entries(processes).filter(([, processId]) => existsSync(`/proc/${processId}`));
  expect(left).toEqual([]);
}, 180_000);
