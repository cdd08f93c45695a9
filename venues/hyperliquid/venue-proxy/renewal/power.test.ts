import { expect, test } from '@jest/globals';
import type { AgentSigner } from '../signing.js';
import { AgentPower } from './power.js';

const agent = (name: string): AgentSigner => ({ nextNonce: () => 1, sign: async () => name });
const nameOf = (power: AgentPower) => power.use((each) => each.sign({ type: 'cancel', cancels: [] }, 1, 0));

test('an agent is replaced once what it signed is answered, and what comes meanwhile waits for the next', async () => {
  const power = new AgentPower(agent('first'));
  const answered = Promise.withResolvers<void>();
  const under = power.use(async (each) => {
    await answered.promise;
    return each.sign({ type: 'cancel', cancels: [] }, 1, 0);
  });
  const issued = Promise.withResolvers<AgentSigner>();
  const events: string[] = [];
  const replaced = power.replace(async () => {
    events.push('issued');
    return issued.promise;
  });
  const later = nameOf(power);
  await Promise.resolve();
  expect(events).toEqual([]);
  answered.resolve();
  expect(await under).toBe('first');
  issued.resolve(agent('second'));
  await replaced;
  expect(await later).toBe('second');
});

test('the former agent stays where none is issued', async () => {
  const power = new AgentPower(agent('first'));
  const refused = power.replace(async () => Promise.reject(new Error('the venue is down')));
  await expect(refused).rejects.toThrow('the venue is down');
  expect(await nameOf(power)).toBe('first');
});
