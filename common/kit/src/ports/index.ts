import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../clock/index.js';

// Below the system's range for outgoing connections, so that none of those takes a chosen port.
const FIRST_PORT = 15_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 100;
const FILE = 'ports.json';
/** The folder with one file per chosen port, which every process of this user sees. */
const CLAIMS = join(tmpdir(), `trading-platform-ports-${userInfo().uid}`);
/** Longer than the time until the process that chose a port listens on it. */
const CLAIM_MS = 120_000;
const Ports = z.record(z.string(), z.int().min(1).max(65_535));

/** Returns whether the port can be bound on the host now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Returns a port that nothing listens on and that no other owner has just chosen, other than those in `taken`. The owner may choose the
 * same one again.
 */
export async function freePort(taken: ReadonlySet<number> = new Set(), owner: string = randomUUID()): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (!taken.has(port) && (await isFree(port)) && (await claim(port, owner))) return port;
  }
  throw new Error(`no free port from ${FIRST_PORT} to ${LAST_PORT} after ${ATTEMPTS} attempts`);
}

/** Returns the port that this data directory keeps for `name` across starts; another one if something listens on it or it is in `taken`. */
export async function keptPort(
  dataDirectory: string,
  name: string,
  taken: ReadonlySet<number> = new Set(),
): Promise<number> {
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, FILE);
  const kept = await readPorts(file);
  const last = kept[name];
  if (last !== undefined && !taken.has(last) && (await isFree(last)) && (await claim(last, dataDirectory))) return last;
  const port = await freePort(new Set([...taken, ...Object.values(kept)]), dataDirectory);
  await writeFile(`${file}.partial`, `${JSON.stringify({ ...kept, [name]: port })}\n`);
  await rename(`${file}.partial`, file);
  return port;
}

/** Marks a port as chosen; returns false while another owner has it. */
async function claim(port: number, owner: string): Promise<boolean> {
  await mkdir(CLAIMS, { recursive: true, mode: 0o700 });
  const file = join(CLAIMS, String(port));
  try {
    await writeFile(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const [{ mtimeMs }, former] = await Promise.all([stat(file), readFile(file, 'utf8')]);
  if (former !== owner && systemClock.nowMs() - mtimeMs < CLAIM_MS) return false;
  await writeFile(file, owner);
  return true;
}

async function readPorts(file: string): Promise<Record<string, number>> {
  try {
    return Ports.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
