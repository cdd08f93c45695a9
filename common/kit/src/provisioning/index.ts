export { defaultCacheDirectory } from './cache-directory.js';
export { sha256OfFile, verifySha256 } from './digest.js';
export { type HeldLock, ownerOfLock, tryLock } from './lock.js';
export { pipDownload } from './pip.js';
export { identifyProcess, isRunning, ownIdentity, type ProcessIdentity } from './process-identity.js';
export { createProgress, type Progress, type ProgressStream, type Report, withProgress } from './progress.js';
export { provision, provisionedDirectory } from './provision.js';
export { CommandFailed, type RunOptions, run } from './run.js';
export { type InstalledPart, listInstalled, removeUnused } from './use.js';
