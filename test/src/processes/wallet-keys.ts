/**
 * The master key of every wallet service that a test starts on the database of the run: one refuses to start where another key
 * has sealed something.
 */
export const SHARED_MASTER_KEY = Buffer.alloc(32, 'a master key of tests').toString('base64');
