import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { BotProcess } from './bot-process.js';

const BODY_BYTES_MAX = 4 * 1024;
const CONNECTIONS_MAX = 16;

/** Whether a bot may open positions. */
const entriesSchema = z.strictObject({ deploymentId: z.string(), blocked: z.boolean() });

/** Serves the runtime service on a socket in the process's folder, which its owner alone can open. */
export async function serveControl(path: string, bots: BotProcess): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    answer(request, response, bots).catch((error: unknown) => {
      response.writeHead(400).end(error instanceof Error ? error.message : '');
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

async function answer(request: IncomingMessage, response: ServerResponse, bots: BotProcess): Promise<void> {
  const asked = `${request.method} ${request.url}`;
  if (asked === 'PUT /entries') {
    const { deploymentId, blocked } = entriesSchema.parse(JSON.parse(await bodyOf(request)));
    bots.setEntries(deploymentId, blocked);
  } else if (asked === 'POST /stop') bots.stop();
  else if (asked !== 'GET /') {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(bots.observation));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request as AsyncIterable<Buffer>) {
    text += piece.toString();
    if (text.length > BODY_BYTES_MAX) throw new Error('the body is too long');
  }
  return text;
}
