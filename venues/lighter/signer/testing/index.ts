import { fileURLToPath } from 'node:url';
import { systemClock } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { LighterSigner, type LighterSignerOptions, provisionLighterSigner } from '../index.js';

/** The process as it is built. */
export const PROGRAM = fileURLToPath(new URL('../../../../dist/lighter-signer.js', import.meta.url));

/** The official library, in the machine's cache. */
export function officialLibrary(): Promise<string> {
  const environment = process.env;
  return provisionLighterSigner({ cacheDirectory: defaultCacheDirectory(environment), environment, report: () => {} });
}

/** A signer over the real process, unless another one is given. */
export function signerOf(options: Partial<LighterSignerOptions> & { readonly library: string }): LighterSigner {
  return new LighterSigner({ program: PROGRAM, clock: systemClock, ...options });
}
