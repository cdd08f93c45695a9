import { fileURLToPath } from 'node:url';
import type { Environment } from '@platform/kit/config';
import { defaultCacheDirectory, provisionNpmPackages, provisionPythonPackages } from '@platform/kit/provisioning';

const TOOLS = fileURLToPath(new URL('../tools/', import.meta.url));

/** Returns a folder whose `node_modules` hold the generator of TypeScript clients. */
export function provisionTypescriptTools(environment: Environment): Promise<string> {
  return provisionNpmPackages(TOOLS, partOf('sdk-tools-npm', environment));
}

/** Returns a Python that has the generator of Python clients, what builds and checks a package, and what a generated one needs. */
export function provisionPythonTools(environment: Environment): Promise<string> {
  return provisionPythonPackages(`${TOOLS}requirements.lock`, partOf('sdk-tools-python', environment));
}

function partOf(name: string, environment: Environment) {
  return { name, environment, cacheDir: defaultCacheDirectory(environment) };
}
