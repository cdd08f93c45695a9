/** Run beside the embedded mongod on the port given: ends with 0 once it is a primary that takes writes. */
import { awaitPrimary } from './replica-set.js';

const PATIENCE_MS = 60_000;

await awaitPrimary(Number(process.argv[2]), AbortSignal.timeout(PATIENCE_MS));
