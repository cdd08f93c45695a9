import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { z } from 'zod';
import { boundedText } from '../../feed/bounded-text.js';
import { requestOverSocket } from '../../feed/socket-request.js';
import { type LinkPlace, openLink } from './links.js';

/** What a pod can be told, each command by its name: JSON over HTTP, on a link that the service opens. */
type Commands = Readonly<Record<string, z.ZodType>>;

/** What is done for each command, with what is answered. */
export type Done<Known extends Commands> = {
  readonly [Name in keyof Known]: (said: z.output<Known[Name]>) => Promise<unknown>;
};

/** The code and the config of a strategy, which are bounded where a deployment is created. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;
const ANSWER_BYTES_MAX = 64 * 1024 ** 2;

/** Takes commands on links that it is handed as connections; what is refused or fails is answered with the reason. */
export function serveCommands<Known extends Commands>(commands: Known, done: Done<Known>): Server {
  return createServer((request, response) => void answer(request, response, commands, done));
}

async function answer<Known extends Commands>(
  request: IncomingMessage,
  response: ServerResponse,
  commands: Known,
  done: Done<Known>,
): Promise<void> {
  try {
    const name = request.url?.slice(1) ?? '';
    const [command, act] = Object.hasOwn(commands, name) ? [commands[name], done[name]] : [];
    if (command === undefined || act === undefined) {
      response.writeHead(404).end();
      return;
    }
    const text = await boundedText(request, BODY_BYTES_MAX, () => new Error('the body is too long'));
    const told = (await act(command.parse(JSON.parse(text)) as z.output<Known[string]>)) ?? null;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
  } catch (error) {
    response.writeHead(409).end(error instanceof Error ? error.message : '');
  }
}

/** Sends a command to a pod, over a link of its own, and returns what is answered. Rejects where it does not answer in time, or refuses. */
export async function sendCommand(
  at: LinkPlace,
  link: string,
  asked: { readonly name: string; readonly body: unknown; readonly timeoutMs: number },
): Promise<unknown> {
  const { name, body, timeoutMs } = asked;
  const connection = await openLink(link, at);
  try {
    const { status, text } = await requestOverSocket({
      ...{ connection, method: 'POST', path: `/${name}`, body, timeoutMs, answerBytesMax: ANSWER_BYTES_MAX },
    });
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    return JSON.parse(text) as unknown;
  } finally {
    connection.destroy();
  }
}
