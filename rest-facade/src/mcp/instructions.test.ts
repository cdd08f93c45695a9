import { describe, expect, test } from '@jest/globals';
import { routes, toolOnlyRoutes } from '../routes/index.js';
import { instructionsOf } from './instructions.js';
import { nameOf, toolRoutes } from './tool-routes.js';

const URL = 'https://api.example';
const offered = toolRoutes([...routes, ...toolOnlyRoutes]);

describe.each(['dots', 'underscores'] as const)('instructions with names of %s', (naming) => {
  const text = instructionsOf(offered, naming, URL);
  const follows = (later: string, earlier: string) =>
    text.indexOf(later) > text.indexOf(earlier) && text.includes(earlier);
  const tool = (name: string) => (naming === 'dots' ? name : name.replaceAll('.', '_'));

  test('name tools where they tell the order of work, and addresses only for what is no tool', () => {
    const addresses = text.match(/(GET|POST|DELETE) \S+/g);
    expect(addresses).toEqual([`POST ${URL}/account/register,`, `POST ${URL}/account/verify.`]);
    expect(follows(tool('runtime.backtests.get'), tool('runtime.backtests.create'))).toBe(true);
    expect(follows(tool('runtime.deployments.set_status'), tool('runtime.deployments.create'))).toBe(true);
    expect(follows(tool('runtime.executions.get'), tool('runtime.executions.submit'))).toBe(true);
    expect(follows(tool('wallet.withdrawals.get'), tool('wallet.withdraw'))).toBe(true);
  });

  test('tell the limits of the key that is sent, and of a key without any that there are none', () => {
    const mandate = { symbols: ['BTC/USDC:USDC'], maxDailyUsd: '2000.00', reduceOnly: true, expiresAtMs: 0 } as const;
    const limited = instructionsOf(offered, naming, URL, mandate);
    expect(limited).toContain(
      'Mandate of the key sent: only BTC/USDC:USDC; at most 2000.00 USD a UTC day in all orders; only cancels and orders that only reduce; until 1970-01-01T00:00:00.000Z.',
    );
    expect(limited).toContain('Such a key makes and starts no live deployment');
    const bounded = instructionsOf(offered, naming, URL, { maxOrderUsd: '500.00' });
    expect(bounded).toContain('keeps these limits for good, has a capital of at most 500.00 USD, and ends no later');
    expect(text).toContain('the key sent has no limits on trading');
  });

  test('say what needs a session', () => {
    const forSessions = offered.filter(({ authentication }) => authentication === 'session');
    expect(forSessions.length).toBeGreaterThan(0);
    expect(text).toContain(`${forSessions.map((route) => nameOf(route, naming)).join(', ')} need a session token`);
  });
});
