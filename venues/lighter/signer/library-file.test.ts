import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defaultCacheDirectory, run } from '@platform/kit/provisioning';
import { provisionLighterSigner } from './library-file.js';
import { officialLibrary } from './testing/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lighter-library-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const quiet = () => {};

/** Writes an empty package under the name and version of the true one. */
const WRITE_WHEEL = `
import sys, zipfile
info = "lighter_sdk-1.1.8.dist-info"
files = {
    f"{info}/METADATA": "Metadata-Version: 2.1\\nName: lighter-sdk\\nVersion: 1.1.8\\n",
    f"{info}/WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    f"{info}/RECORD": "",
}
with zipfile.ZipFile(f"{sys.argv[1]}/lighter_sdk-1.1.8-py3-none-any.whl", "w") as wheel:
    for path, text in files.items():
        wheel.writestr(path, text)
`;

async function forgedWheel(): Promise<string> {
  const directory = join(folder, 'wheels');
  await mkdir(directory);
  await run('python3', ['-c', WRITE_WHEEL, directory], { env: { PATH: process.env['PATH'] }, timeoutMs: 60_000 });
  return directory;
}

/** Nothing can be fetched with it. */
const offline = { PATH: process.env['PATH'], PIP_NO_INDEX: '1' };

describe('the official library', () => {
  test('is asked of the network once: it is found again without', async () => {
    const first = await officialLibrary();
    const cacheDirectory = defaultCacheDirectory(process.env);
    expect(await provisionLighterSigner({ cacheDirectory, environment: offline, report: quiet })).toBe(first);
    expect(await readdir(dirname(first))).toEqual(['lighter-signer.so']);
  });

  test('of both processors is the known one', async () => {
    for (const system of ['linux x64', 'linux arm64']) {
      const cacheDirectory = join(folder, 'cache');
      await provisionLighterSigner({ cacheDirectory, environment: process.env, report: quiet, system });
    }
    expect(await readdir(join(folder, 'cache'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^lighter-signer-/), expect.stringMatching(/^lighter-signer-/)]),
    );
  });

  test('that was changed in the cache is refused', async () => {
    const cacheDirectory = join(folder, 'cache');
    const options = { cacheDirectory, environment: offline, report: quiet, system: 'linux x64' };
    await writeFile(await provisionLighterSigner(options), 'another');
    await expect(provisionLighterSigner(options)).rejects.toThrow(/has SHA-256 .* it is not used/);
  });

  test('in a wheel that is not the pinned one is refused, and leaves nothing behind', async () => {
    const wheels = await forgedWheel();
    const cacheDirectory = join(folder, 'forged');
    const environment = { ...offline, PIP_FIND_LINKS: wheels };
    await expect(provisionLighterSigner({ cacheDirectory, environment, report: quiet })).rejects.toThrow(
      /has SHA-256 .* it is not used/,
    );
    expect(await readdir(cacheDirectory)).toEqual([]);
  });

  test('is not there for other systems', async () => {
    const options = { cacheDirectory: folder, environment: offline, report: quiet, system: 'darwin arm64' };
    await expect(provisionLighterSigner(options)).rejects.toThrow('there is no signer of Lighter for darwin arm64');
  });
});
