import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { run, sha256OfFile } from '@platform/kit/provisioning';
import {
  type ProvisionOptions,
  provisionPython,
  provisionRequirements,
  type Requirements,
} from './python/environment.js';
import { PROTOCOL, type PythonImage } from './python/image.js';
import { findInterpreter, type Interpreter } from './python/interpreter.js';

const TEST_MS = 300_000;
/** Installs the image of `IMAGE` as the service does, a line of progress a line. */
const INSTALLER = `
  import { provisionPython } from ${JSON.stringify(fileURLToPath(new URL('../../dist/frameworks/python/environment.js', import.meta.url)))};
  const { image, options } = JSON.parse(process.env.IMAGE);
  const report = (line) => process.stdout.write(line + '\\n');
  await provisionPython(image, { name: 'tiny', relatives: [] }, { ...options, report });
`;
/** Writes a package of one module, which holds its version, as a wheel. */
const WRITE_WHEEL = `
import sys, zipfile
name, version, directory = sys.argv[1:]
info = f"{name}-{version}.dist-info"
files = {
    f"{name}.py": f"VERSION = '{version}'\\n",
    f"{info}/METADATA": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n",
    f"{info}/WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
}
files[f"{info}/RECORD"] = "".join(f"{path},,\\n" for path in [*files, f"{info}/RECORD"])
with zipfile.ZipFile(f"{directory}/{name}-{version}-py3-none-any.whl", "w") as wheel:
    for path, text in files.items():
        wheel.writestr(path, text)
`;

let directory: string;
let interpreter: Interpreter;
let options: ProvisionOptions;
let lines: string[];
let image: PythonImage;
let older: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'environment-'));
  interpreter = await findInterpreter(process.env);
  const environment = { PATH: process.env['PATH'], PIP_NO_INDEX: '1', PIP_FIND_LINKS: directory };
  lines = [];
  options = { cacheDirectory: join(directory, 'cache'), environment, report: (line) => void lines.push(line) };
  const [same, gone, old, renewed] = [
    await requirement('same', '1.0'),
    await requirement('gone', '1.0'),
    await requirement('changed', '1.0'),
    await requirement('changed', '2.0'),
  ];
  older = `# comment\n${gone}${old}${same}`;
  const modules = { worker: 'harness.worker', validate: 'harness.validate', everything: 'harness.worker' };
  const harness = { 'harness/__init__.py': '', 'harness/worker.py': 'import changed, same\n' };
  image = { version: '2.0', protocol: PROTOCOL, modules, lock: `${renewed}${same}`, harness };
}, TEST_MS);

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Makes a package, and gives its lines of a lock file. */
async function requirement(name: string, version: string): Promise<string> {
  const python = { env: { PATH: process.env['PATH'] }, timeoutMs: TEST_MS };
  await run(interpreter.executable, ['-c', WRITE_WHEEL, name, version, directory], python);
  const sha256 = await sha256OfFile(join(directory, `${name}-${version}-py3-none-any.whl`));
  return `${name}==${version} \\\n    --hash=sha256:${sha256}\n`;
}

/** What an environment has beside the tools that every one has. */
async function packagesOf(environment: string): Promise<string[]> {
  const found = await readdir(join(environment, 'lib', `python${interpreter.version}`, 'site-packages'));
  return found.filter((entry) => /^(same|gone|changed)-.*dist-info$/.test(entry)).sort();
}

const moduleOf = (environment: string, name: string) =>
  stat(join(environment, 'lib', `python${interpreter.version}`, 'site-packages', `${name}.py`));

const requirementsOf = (lock: string, relatives: readonly string[]): Requirements => ({
  name: 'tiny',
  lock,
  relatives,
});

describe('an environment', () => {
  test(
    'that is killed while it is installed is whole after the next start',
    async () => {
      for (const moment of ['creating the environment', 'unpacking 2 packages']) {
        const { report: _report, ...given } = options;
        const env = { ...process.env, NODE_OPTIONS: '', IMAGE: JSON.stringify({ image, options: given }) };
        const child = spawn(process.execPath, ['--input-type=module', '-e', INSTALLER], {
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        for await (const line of createInterface({ input: child.stdout })) if (line === moment) child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        expect(child.signalCode).toBe('SIGKILL');
      }
      const { python, harness } = await provisionPython(image, { name: 'tiny', relatives: [] }, options);
      const check = 'import changed, same, harness.worker; assert (changed.VERSION, same.VERSION) == ("2.0", "1.0")';
      await run(python, ['-c', check], { env: { PYTHONPATH: harness }, timeoutMs: TEST_MS });
      expect((await readdir(options.cacheDirectory)).filter((entry) => entry.includes('partial'))).toEqual([]);
    },
    TEST_MS,
  );

  test(
    'is made of what another one has too, which stays as it was, and of the rest',
    async () => {
      lines.length = 0;
      const whole = await provisionRequirements(requirementsOf(image.lock, []), interpreter, options);
      const linked = await provisionRequirements(requirementsOf(older, [older, image.lock]), interpreter, options);
      expect(lines).toEqual([
        'linking what another version has too',
        'downloading 1 of 2 packages (gone-1.0-py3-none-any.whl)',
        'downloading 2 of 2 packages (changed-1.0-py3-none-any.whl)',
        'unpacking 2 packages',
      ]);
      expect(await packagesOf(linked)).toEqual(['changed-1.0.dist-info', 'gone-1.0.dist-info', 'same-1.0.dist-info']);
      expect(await packagesOf(whole)).toEqual(['changed-2.0.dist-info', 'same-1.0.dist-info']);
      expect((await moduleOf(linked, 'same')).ino).toBe((await moduleOf(whole, 'same')).ino);
      expect((await moduleOf(whole, 'changed')).nlink).toBe(1);
    },
    TEST_MS,
  );

  test('is not begun where there is hardly any space left, and leaves nothing behind', async () => {
    const cacheDirectory = join(directory, 'full');
    const short = { ...options, cacheDirectory, freeBytes: Number.MAX_SAFE_INTEGER };
    const install = provisionRequirements(requirementsOf(image.lock, []), interpreter, short);
    await expect(install).rejects.toThrow(/MiB of disk space are left for \/.*make room/);
    expect(await readdir(cacheDirectory)).toEqual([]);
  });

  test(
    'that is told to stop while it is installed ends its installer, and leaves nothing behind',
    async () => {
      for (const moment of ['creating the environment', 'unpacking 2 packages']) {
        const cacheDirectory = join(directory, 'stopped');
        const stop = new AbortController();
        const report = (line: string) => void (line === moment && stop.abort());
        const told = { ...options, cacheDirectory, report, signal: stop.signal };
        const install = provisionRequirements(requirementsOf(image.lock, []), interpreter, told);
        await expect(install).rejects.toThrow('was told to stop');
        expect(await readdir(cacheDirectory)).toEqual([]);
      }
    },
    TEST_MS,
  );

  test(
    'whose package is not what the lock file says is not installed',
    async () => {
      const forged = image.lock.replace(/sha256:./g, 'sha256:0');
      await expect(provisionRequirements(requirementsOf(forged, [image.lock]), interpreter, options)).rejects.toThrow(
        /HASH|hash/,
      );
    },
    TEST_MS,
  );
});
