import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { provisionPython, runScript } from './python.js';

const PROVISIONING_MS_MAX = 10 * 60_000;
const FIXTURES = '../../../venues/polymarket/codec/trading/fixtures';

test(
  'Polymarket’s official Python client makes the orders again that the platform’s are compared with',
  async () => {
    const recorded = await readFile(new URL(`${FIXTURES}/client-orders.json`, import.meta.url), 'utf8');
    const python = await provisionPython('py-clob-client-v2');
    expect(await runScript(python, `${FIXTURES}/client_orders.py`, [])).toEqual(JSON.parse(recorded));
  },
  PROVISIONING_MS_MAX,
);
