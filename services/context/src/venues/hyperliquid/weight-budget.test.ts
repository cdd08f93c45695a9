import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/clock';
import { WeightBudget } from './weight-budget.js';

const never = new AbortController().signal;

/** Whether a request is let through by now. */
async function isThrough(spending: Promise<void>): Promise<boolean> {
  let through = false;
  void spending.then(() => {
    through = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return through;
}

describe('the weight budget', () => {
  test('lets no minute hold more than the allowance', async () => {
    const clock = new ManualClock(1_000_000);
    const budget = new WeightBudget(100, clock);
    await budget.spend(60, 'interactive', never);
    clock.advance(30_000);
    await budget.spend(40, 'interactive', never);
    const third = budget.spend(50, 'interactive', never);
    expect(await isThrough(third)).toBe(false);
    clock.advance(29_999);
    expect(await isThrough(third)).toBe(false);
    clock.advance(1);
    expect(await isThrough(third)).toBe(true);
  });

  test('keeps a quarter for people while the collector waits', async () => {
    const budget = new WeightBudget(100, new ManualClock(0));
    await budget.spend(75, 'background', never);
    expect(await isThrough(budget.spend(1, 'background', never))).toBe(false);
    expect(await isThrough(budget.spend(25, 'interactive', never))).toBe(true);
  });

  test('lets a request alone that weighs more than the allowance', async () => {
    expect(await isThrough(new WeightBudget(10, new ManualClock(0)).spend(50, 'interactive', never))).toBe(true);
  });

  test('gives up waiting when told to', async () => {
    const budget = new WeightBudget(10, new ManualClock(0));
    await budget.spend(10, 'interactive', never);
    const controller = new AbortController();
    const waiting = budget.spend(10, 'interactive', controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
