import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Environment } from '@platform/kit/config';
import { fetchWheelFile, provision, provisionedPath, type Report, verifySha256 } from '@platform/kit/provisioning';

/** One wheel for all systems. Of version 1.1.8, by Apache-2.0. */
const WHEEL = {
  requirement: 'lighter-sdk==1.1.8',
  fileName: 'lighter_sdk-1.1.8-py3-none-any.whl',
  sha256: 'c0bc2ce48aec9f3cbb5bd7c492e41b73d1717861c194a4869aae6e36c0d46097',
};

/** A library in the wheel. */
interface Library {
  readonly path: string;
  readonly sha256: string;
}

/** The libraries in it, by system and processor. */
const LIBRARIES: ReadonlyMap<string, Library> = new Map([
  [
    'linux x64',
    {
      path: 'lighter/signers/lighter-signer-linux-amd64.so',
      sha256: '7f107a0e2240aa40c9f0ae8aba396380fe62892fe199dd3691e3103fc9a6fd8e',
    },
  ],
  [
    'linux arm64',
    {
      path: 'lighter/signers/lighter-signer-linux-arm64.so',
      sha256: '9088ced1545e4cf81b6a4e18102c9459f3145215256c9d2f0a7ee4d160d7dfae',
    },
  ],
]);

const NAME = 'lighter-signer.so';

/** Where the library is kept, and what pip runs in. */
export interface LibraryOptions {
  readonly cacheDirectory: string;
  /** The search path of programs (`PATH`), and the variables that configure pip. */
  readonly environment: Environment;
  readonly report: Report;
  /** For example `linux x64`; that of this process unless told otherwise. */
  readonly system?: string;
}

/** The system of this process, for example `linux x64`. */
const ownSystem = () => `${process.platform} ${process.arch}`;

/** The part of the cache that holds a library. */
const partOf = ({ sha256 }: Library, cacheDirectory: string) => ({
  cacheDir: cacheDirectory,
  name: 'lighter-signer',
  digest: createHash('sha256').update(`${WHEEL.sha256} ${sha256}`).digest('hex'),
});

/** Returns where the venue's official signer is kept, whether or not it is there; undefined where there is none for this system. */
export function lighterSignerFile(cacheDirectory: string): string | undefined {
  const library = LIBRARIES.get(ownSystem());
  return library && join(provisionedPath(partOf(library, cacheDirectory)), NAME);
}

/**
 * Returns the path of the venue's official signer, a shared library: fetched from the Python package registry into the cache unless it is
 * there. From then on nothing asks the network. Rejects where there is none for this system, or where the file is not the known one.
 */
export async function provisionLighterSigner({
  cacheDirectory,
  environment: env,
  report,
  system = ownSystem(),
}: LibraryOptions): Promise<string> {
  const library = LIBRARIES.get(system);
  if (library === undefined) throw new Error(`there is no signer of Lighter for ${system}`);
  const { path, sha256 } = library;
  const directory = await provision({
    ...partOf(library, cacheDirectory),
    install: (partial) =>
      fetchWheelFile({ ...WHEEL, path }, { directory: partial, name: NAME, mode: 0o644 }, { env, report }),
    report,
    markInUse: true,
  });
  const file = join(directory, NAME);
  await verifySha256(file, sha256);
  return file;
}
