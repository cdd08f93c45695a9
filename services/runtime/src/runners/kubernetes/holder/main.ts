/**
 * Holds one isolated program in a pod, from its start to its end, for a runtime service elsewhere that opens its links. The pod ends with it.
 */
import { readFile } from 'node:fs/promises';
import { hold } from './hold.js';

const [host, port, identity, keyFile] = process.argv.slice(2);
if (host === undefined || identity === undefined || keyFile === undefined)
  throw new Error('the address, the port, the name or the file of the key is missing');
const key = Buffer.from((await readFile(keyFile, 'utf8')).trim(), 'hex');
const told = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => told.abort());
process.exit((await hold({ host, port: Number(port), identity, key }, told.signal)) ? 0 : 1);
