import { join } from 'node:path';

/** One file of output for each process. */
export const logFile = (dataDirectory: string, process: string) => join(dataDirectory, 'logs', `${process}.log`);
