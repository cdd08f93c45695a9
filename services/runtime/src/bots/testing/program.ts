import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { standardLibrary } from '../../frameworks/python/environment.js';
import { findInterpreter } from '../../frameworks/python/interpreter.js';
import { findBubblewrap } from '../../runners/bubblewrap.js';
import type { RunnerUnderTest } from './contract.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const LIBRARY = join(FOLDER, '..', '..', '..', '..', '..', 'frameworks', 'common');
const BOT = join(FOLDER, 'contract_bot.py');

/** The program of `contract_bot.py`, in a sandbox or not. */
export async function contractProgram(isIsolated: boolean): Promise<RunnerUnderTest['program']> {
  const interpreter = await findInterpreter(process.env);
  const cacheDirectory = defaultCacheDirectory(process.env);
  const found = await findBubblewrap({ cacheDirectory, environment: process.env, report: () => {} });
  return {
    program: {
      command: [interpreter.executable, '-P', '-s', BOT],
      readOnlyPaths: [interpreter.executable, LIBRARY, BOT, '/bin/sleep', ...standardLibrary(interpreter)],
      environment: { PYTHONPATH: LIBRARY, PYTHONDONTWRITEBYTECODE: '1' },
    },
    isolation: { bubblewrap: isIsolated ? found : null, python: interpreter.executable },
  };
}
