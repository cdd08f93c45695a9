/** `npm run deploy -- strategy.py --pairs …`: deploys a file on a running platform, on paper, and shows how it starts. */
import { randomUUID } from 'node:crypto';
import { describeError, textOf } from '../command/errors.js';
import { CommandPlatform, onStop } from '../command/platform.js';
import { Waiting } from '../command/waiting.js';
import { type Deployment, untilRunning } from './follow.js';
import { readRequest, USAGE, type Wanted } from './request.js';

/** How long requests may keep failing: a framework is installed on its first use, which takes minutes; a start takes no time. */
const CREATION_PATIENCE_MS = 10 * 60_000;
const START_PATIENCE_MS = 10_000;
const PATIENCE_MS = 5 * 60_000;
const PATH = '/runtime/deployments';

const waiting = new Waiting(process.stdout);

try {
  const wanted = await readRequest(process.argv.slice(2));
  if (wanted === undefined) process.stdout.write(`${USAGE}\n`);
  else process.exitCode = await deploy(wanted);
} catch (error) {
  waiting.clear();
  process.stderr.write(`${textOf(error)}\n`);
  process.exitCode = 1;
}

/** Creates, starts and follows the deployment; returns the exit code. */
async function deploy({ body, url }: Wanted): Promise<number> {
  const platform = await CommandPlatform.find(url, waiting);
  // One key for all attempts: however many of them arrive, one deployment is created.
  const idempotencyKey = randomUUID();
  waiting.waitFor('checking the strategy');
  const creation = { method: 'POST', path: PATH, body, idempotencyKey, lastsMs: CREATION_PATIENCE_MS } as const;
  const { id } = await platform.ask<{ id: string }>(creation);
  const path = `${PATH}/${id}`;
  const hints = hintsOf(id, `${platform.url}${path}`);
  onStop(waiting, ...hints);
  try {
    const start = { method: 'PUT', path: `${path}/status`, body: { action: 'start' } } as const;
    await platform.ask<Deployment>({ ...start, lastsMs: START_PATIENCE_MS });
    const read = <Body>(wanted: string) => platform.ask<Body>({ method: 'GET', path: wanted, lastsMs: PATIENCE_MS });
    return report(await untilRunning(path, read, waiting), hints);
  } catch (error) {
    waiting.say(...hints);
    throw error;
  }
}

/** Shows what became of the start; returns the exit code. */
function report({ id, name, status, health, error }: Deployment, hints: readonly string[]): number {
  if (error !== undefined) {
    waiting.clear();
    process.stderr.write(`${describeError(error).join('\n')}\n`);
    return 1;
  }
  const heartbeat = health.last_heartbeat === null ? 'no heartbeat yet' : `first heartbeat ${health.last_heartbeat}`;
  waiting.say('', `${id} (${name}): ${status}, ${heartbeat}`, ...hints);
  return status === 'running' ? 0 : 1;
}

/** What to do with a deployment that goes on by itself. */
function hintsOf(id: string, url: string): string[] {
  const key = '-H "x-api-key: $PLATFORM_API_KEY"';
  return [
    `deployment ${id} goes on: curl ${key} ${url}`,
    `its log: curl ${key} ${url}/logs`,
    `stop it: curl -X PUT ${key} -H 'content-type: application/json' -d '{"action": "stop"}' ${url}/status`,
  ];
}
