import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { root } from './repository.js';

const MONGO = '@platform/store/mongo';

/** Code that the lint must refuse, each line marked, and code that it must accept. */
const CODE = `
import { type Connection, type IdempotencyRecords, inTransaction } from '${MONGO}';
import { Schema } from 'mongoose';

const schema = new Schema({ amountMicroUsdc: BigInt });

export async function move(connection: Connection, records: IdempotencyRecords): Promise<void> {
  const movements = connection.model('Movement', schema);
  records.sweep(); // refused: a call of another package
  await inTransaction(connection, async (session) => {
    movements.updateOne({}, { amountMicroUsdc: 1n }, { session }); // refused: a query of mongoose, which is no promise
    movements.create([{ amountMicroUsdc: 1n }], { session }); // refused: a promise of mongoose
    connection.collection('movements').deleteOne({}, { session }); // refused: a promise of the driver
    await movements.updateOne({}, { amountMicroUsdc: 2n }, { session });
    await Promise.all([movements.find().session(session), records.sweep()]);
  });
  if (records.sweep()) return; // refused: a promise is always true
  [1, 2].forEach(async () => records.sweep()); // refused: nobody awaits what the function gives
  void records.sweep();
}
`;

const report = z.object({
  diagnostics: z.array(
    z.object({ code: z.string(), labels: z.array(z.object({ span: z.object({ line: z.number() }) })) }),
  ),
});

/** Returns oxlint's findings in a folder, by the repository's own rules. */
function lint(folder: string): Promise<string> {
  const command = join(root, 'node_modules', '.bin', 'oxlint');
  const args = ['--config', join(root, '.oxlintrc.json'), '--format', 'json', 'move.ts'];
  const { NODE_OPTIONS: _jestOnly, ...env } = process.env;
  return new Promise((resolve) => execFile(command, args, { cwd: folder, env }, (_error, stdout) => resolve(stdout)));
}

test('the lint refuses every promise that nobody awaits, inside a transaction too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promises-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(root, 'tsconfig.base.json') }));
    await writeFile(join(folder, 'move.ts'), CODE);
    const { diagnostics } = report.parse(JSON.parse(await lint(folder)));
    const refused = diagnostics.map(({ labels }) => labels[0]?.span.line).sort((left = 0, right = 0) => left - right);
    const marked = CODE.split('\n').flatMap((line, index) => (line.includes('// refused') ? [index + 1] : []));
    expect(refused).toEqual(marked);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
