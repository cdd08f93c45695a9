import { inheritedEnvironment } from '@platform/kit/config';
import { installerVariables } from '@platform/kit/provisioning';
import { nativeSigners } from '@platform/venues/signers';
import type { Plan } from './plan.js';

/**
 * Fetches the libraries of venues' signers, beside the start of all else: until one is there, its venue can't be set up. Never rejects; what
 * could not be fetched is tried again at the next start.
 */
export async function provisionSigners({ settings, inherited }: Plan, say: (line: string) => void): Promise<void> {
  const environment = inheritedEnvironment(installerVariables, inherited);
  for (const { venue, library } of nativeSigners) {
    try {
      const options = { cacheDirectory: settings.PLATFORM_CACHE_DIR, environment, report: () => {} };
      await library.provision(options);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      say(`the signer of ${venue} could not be fetched, so that it can't be set up: ${reason}`);
    }
  }
}
