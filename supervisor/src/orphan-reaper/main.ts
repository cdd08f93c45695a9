/** Runs when the supervisor of a data directory is gone: ends what it left running, unless another one has started since. */
import { removeDescriptor } from '@platform/kit/descriptor';
import { stopBots } from '../bots.js';
import { endOrphansOf } from '../processes/run-record.js';

const [dataDirectory] = process.argv.slice(2);
if (dataDirectory === undefined) throw new Error('the data directory is missing');
if (await endOrphansOf(dataDirectory)) {
  await stopBots(dataDirectory);
  await removeDescriptor(dataDirectory);
}
