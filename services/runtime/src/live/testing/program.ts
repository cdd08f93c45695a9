import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LOCKS = new URL('../../../../../common/kit/dist/provisioning/index.js', import.meta.url);
const PROGRAM = `
import { createServer } from 'node:http';
import { readFileSync, rmSync } from 'node:fs';
import { tryLock } from '${LOCKS.href}';
const { ASSIGNMENT_FILE, HTTP_LISTEN, LOCK_FILE, MARK, SHARE_FILE } = process.env;
if (readFileSync(ASSIGNMENT_FILE, 'utf8').includes('refused')) process.exit(1);
if (!(await tryLock(LOCK_FILE)).held) process.exit(1);
rmSync(HTTP_LISTEN, { force: true });
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => { body += piece; });
  request.on('end', () => {
    if (body.includes('dies')) process.exit(1);
    const { grant, bots } = json(ASSIGNMENT_FILE);
    const known = bots.map(({ deploymentId }) => deploymentId);
    response.end(JSON.stringify({ body, mark: MARK, pid: process.pid, grant, known, ...json(SHARE_FILE) }));
  });
}).listen(HTTP_LISTEN);
`;

/** Writes a program that holds its lock as a proxy does, and answers with what it knows; returns its path. Asked for `dies`, it ends; with a grant that has `refused` in it, it ends before it answers. */
export async function writeProxyProgram(folder: string): Promise<string> {
  const file = join(folder, 'proxy.mjs');
  await writeFile(file, PROGRAM);
  return file;
}
