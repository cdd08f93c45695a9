import { type LibraryOptions, lighterSignerFile, provisionLighterSigner } from '../lighter/signer/index.js';
import type { VenueOffering } from '../registry/index.js';

/** A venue's signer in a process of its own, by the library that the venue gives out. */
interface NativeSigner {
  readonly venue: VenueOffering<'setup'>;
  /** The process, as it is bundled, and the wallet service's setting of its file. */
  readonly program: { readonly bundle: 'lighter-signer'; readonly variable: string };
  readonly library: {
    /** The wallet service's setting of its file. */
    readonly variable: string;
    /** Returns the file, which may not be there yet; undefined where there is none for this system. */
    fileIn(cacheDirectory: string): string | undefined;
    /** Fetches the library unless it is there, and returns its file. Rejects where that is not possible. */
    provision(options: LibraryOptions): Promise<string>;
  };
}

/** The signers of venues that have one in a library only. */
export const nativeSigners: readonly NativeSigner[] = [
  {
    venue: 'lighter',
    program: { bundle: 'lighter-signer', variable: 'LIGHTER_SIGNER_PROGRAM' },
    library: {
      variable: 'LIGHTER_SIGNER_LIBRARY',
      fileIn: lighterSignerFile,
      provision: provisionLighterSigner,
    },
  },
];
