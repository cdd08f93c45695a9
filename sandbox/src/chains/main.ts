/** An embedded chain as a separate process, where no supervisor starts it: becomes anvil, from the state last written. */
import { prepareProcess } from '@platform/lifecycle';
import { chainSnapshotFile } from '../paths.js';
import { chainSettings } from '../settings.js';
import { anvilArguments, anvilBinary } from './anvil.js';
import { CHAINS } from './chain.js';

const { environment } = prepareProcess('chain', chainSettings);
const { CHAIN: name, HTTP_LISTEN: listen, DATA_DIR: dataDirectory } = environment;
const file = anvilBinary();
const snapshotFile = chainSnapshotFile(dataDirectory, name);
if (process.execve === undefined) throw new Error('this system cannot replace a process by another program');
process.execve(file, [file, ...anvilArguments({ ...listen, chainId: CHAINS[name].id, snapshotFile })], {});
