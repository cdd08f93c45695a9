import { z } from 'zod';
import { requestOverSocket } from '../feed/socket-request.js';
import { botTrade, type ClosedTrade } from './frames.js';
import { type Observation, observationSchema } from './observation.js';
import type { Bot } from './placement.js';

const LIMITS = { timeoutMs: 5_000, answerBytesMax: 16 * 1024 * 1024 };

/** What the process that holds bots can be told. */
interface Control {
  observe(): Promise<Observation>;
  place(bot: Bot): Promise<void>;
  stop(deploymentId: string): Promise<void>;
  remove(deploymentId: string): Promise<void>;
  closedTrades(deploymentId: string, from: number): Promise<ClosedTrade[]>;
}

/** Speaks to the process whose socket this is. Everything rejects where it doesn't answer in time, or refuses. */
export function controlOf(socketPath: string): Control {
  const call = async (path: `/${string}`, body: object) => {
    const { status, text } = await requestOverSocket({ socketPath, method: 'POST', path, body, ...LIMITS });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  return {
    observe: async () => observationSchema.parse(await call('/observe', {})),
    place: async (bot) => void (await call('/place', bot)),
    stop: async (deploymentId) => void (await call('/stop', { deploymentId })),
    remove: async (deploymentId) => void (await call('/remove', { deploymentId })),
    closedTrades: async (deploymentId, from) =>
      z.array(botTrade).parse(await call('/closed-trades', { deploymentId, from })),
  };
}
