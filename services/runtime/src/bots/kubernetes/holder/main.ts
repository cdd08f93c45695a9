/**
 * Holds the bots of a pod, for a runtime service elsewhere that opens its links and may end and come back meanwhile.
 */
import { readFile } from 'node:fs/promises';
import { holdBots } from './hold.js';

const [host, port, identity, keyFile, folder, shim] = process.argv.slice(2);
if (host === undefined || identity === undefined || keyFile === undefined || folder === undefined || shim === undefined)
  throw new Error('the address, the port, the name, the file of the key, the folder or the program of bots is missing');
const key = Buffer.from((await readFile(keyFile, 'utf8')).trim(), 'hex');
const told = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => told.abort());
await holdBots({ host, port: Number(port), identity, key }, { folder, shim }, told.signal);
process.exit();
