import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultCacheDirectory, provisionNpmPackages } from '@platform/kit/provisioning';

const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url));

/** The folder of the client generators and linters (`test/clients/tools`). */
export function provisionTools(): Promise<string> {
  return installed('tools', 'test-openapi-tools');
}

/** The folder that holds the MCP Inspector (`test/clients/inspector`). */
export function provisionInspector(): Promise<string> {
  return installed('inspector', 'test-mcp-inspector');
}

/** Installs the packages of a folder from its lock file into the cache on first use. */
function installed(folder: string, name: string): Promise<string> {
  const cacheDir = defaultCacheDirectory(process.env);
  return provisionNpmPackages(join(CLIENTS, folder), { name, cacheDir, environment: process.env });
}

/** The program that prints what spectral finds. */
export const SPECTRAL = join(CLIENTS, 'tools', 'spectral.cjs');
