import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { boundedText } from '../../feed/bounded-text.js';
import { botSchema } from '../placement.js';
import { BotConflict, type HeldBots } from './held-bots.js';

/** The code and the config of a strategy, which are bounded where a deployment is created. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;
const CONNECTIONS_MAX = 16;

const one = z.strictObject({ deploymentId: z.string() });
const some = one.extend({ from: z.int().nonnegative() });

/** Serves the runtime service on a socket in the process's folder, which its owner alone can open. */
export async function serveControl(path: string, bots: HeldBots): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    answer(request, response, bots).catch((error: unknown) => {
      const status = error instanceof BotConflict ? 409 : 400;
      response.writeHead(status).end(error instanceof Error ? error.message : '');
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  await rm(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, bots: HeldBots): Promise<void> {
  const body = async () => JSON.parse(await bodyOf(request)) as unknown;
  let told: unknown = null;
  switch (request.url) {
    case '/observe':
      told = bots.observation;
      break;
    case '/place':
      await bots.place(botSchema.parse(await body()));
      break;
    case '/stop':
      bots.stop(one.parse(await body()).deploymentId);
      break;
    case '/remove':
      bots.remove(one.parse(await body()).deploymentId);
      break;
    case '/closed-trades': {
      const { deploymentId, from } = some.parse(await body());
      told = bots.closedTrades(deploymentId, from);
      break;
    }
    default:
      response.writeHead(404).end();
      return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return boundedText(request, BODY_BYTES_MAX, () => new Error('the body is too long'));
}
