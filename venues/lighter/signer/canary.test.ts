import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LighterSigner } from './index.js';
import { answering, CANARY, CANCEL, requestOf, signerProcesses, withProgram } from './signer.fixture.js';
import { officialLibrary, signerOf } from './testing/index.js';

/** What would betray the key, however much of it. */
const TRACE = /c0ffee|1234567890abcd/i;

let library: string;
beforeAll(async () => {
  library = await officialLibrary();
});

const withIntegers = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** Everything that can be printed of an error, its causes included. */
function printed(value: unknown): string {
  const text = value instanceof Error ? `${value.message} ${value.stack}` : '';
  return `${text} ${inspect(value, { depth: 20, showHidden: true })} ${JSON.stringify(value, withIntegers)}`;
}

async function failureOf(signer: LighterSigner, request = requestOf(CANCEL)): Promise<string> {
  const error: unknown = await signer.sign(request).then(
    () => {
      throw new Error('it was signed');
    },
    (reason) => reason,
  );
  return printed(error);
}

describe('the private key is', () => {
  let signer: LighterSigner;
  beforeAll(() => {
    signer = signerOf({ library });
  });
  afterAll(() => signer.close());

  test('in no answer, in nothing that prints a request or a signer, and in no argument or environment', async () => {
    const request = requestOf(CANCEL);
    const signed = await signer.sign(request);
    expect([signed, request, signer].map(printed).join('\n')).not.toMatch(TRACE);
    const processes = await signerProcesses();
    const seen = await Promise.all(
      processes.flatMap((id) => ['cmdline', 'environ'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8'))),
    );
    expect(seen.join('\n')).toMatch(/lighter-signer\.js/);
    expect(seen.join('\n')).not.toMatch(TRACE);
  });

  test('inherited by no child: the process has none of this process’s environment', async () => {
    process.env['CANARY_SECRET'] = CANARY;
    const other = signerOf({ library });
    try {
      await other.generateKey();
      const processes = await signerProcesses();
      expect(processes).not.toEqual([]);
      const environments = await Promise.all(processes.map((id) => readFile(`/proc/${id}/environ`, 'utf8')));
      const names = environments.flatMap((text) => text.split('\0').map((entry) => entry.split('=')[0]));
      expect(new Set(names.filter(Boolean))).toEqual(new Set(['NODE_ENV', 'MALLOC_ARENA_MAX', 'GOTRACEBACK']));
    } finally {
      delete process.env['CANARY_SECRET'];
      await other.close();
    }
  });

  test('in no error: of bounds, of the library', async () => {
    expect(await failureOf(signer, requestOf({ ...CANCEL, orderIndex: -1n }))).not.toMatch(TRACE);
    const wrong = requestOf({ kind: 'schedule_cancel_all', atMs: 1n });
    const spoiled = { ...wrong, transaction: { ...CANCEL, marketIndex: 900 } };
    expect(await failureOf(signer, spoiled)).not.toMatch(TRACE);
    expect(
      await failureOf(signer, { ...requestOf(CANCEL), signatory: { ...wrong.signatory, apiKeyIndex: 256 } }),
    ).not.toMatch(TRACE);
  });

  test.each([
    ['that tells the key as a reason', "say({ kind: 'refused', id: question.id, reason: question.privateKey });"],
    ['that says what it was asked', 'say(question);'],
    ['that says what it was asked, and no JSON', "process.stdout.write('!' + line + '\\n');"],
    [
      'that names the key in a signature',
      "say({ kind: 'signed', id: question.id, type: 15, info: JSON.stringify({ key: question.privateKey }), hash: question.privateKey.slice(2), messageToSign: null });",
    ],
    ['that answers another question', "say({ kind: 'refused', id: question.id + 1, reason: 'no' });"],
    [
      'that makes a key instead',
      "say({ kind: 'generated', id: question.id, privateKey: question.privateKey, publicKey: question.privateKey });",
    ],
    ['that floods', 'for (;;) process.stdout.write(line.repeat(100));'],
    ['that says it on its standard error and dies', 'console.error(line); process.exit(3);'],
    ['that throws it', 'throw new Error(line);'],
    ['that hangs', 'await new Promise(() => {});'],
  ])('in no error of a process %s, which is ended', async (_what, each) => {
    await withProgram(answering(each), async (program) => {
      const lied = signerOf({ library, program, limits: { answerMs: 1_000 } });
      const failure = await failureOf(lied);
      expect(failure).toMatch(/failure: '(untrue|ended|late)'/);
      expect(failure).not.toMatch(TRACE);
      await lied.close();
    });
  });
});
