export { LighterSignerError, type SignerFailure } from './errors.js';
export { type LibraryOptions, lighterSignerFile, provisionLighterSigner } from './library-file.js';
export type { SignedTransaction } from './signed.js';
export {
  type LighterApiKey,
  LighterSigner,
  type LighterSignerOptions,
  type LighterSignRequest,
  type SignerLimits,
} from './signer.js';
export type { LighterOrder, LighterSignatory, LighterToken, LighterTransaction } from './transactions.js';
