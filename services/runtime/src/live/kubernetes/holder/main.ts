/** Holds the proxy of an account's live bots in its pod, for a runtime service elsewhere that opens its links and may end and come back meanwhile. */
import { runInPod } from '../../../runners/kubernetes/pod-main.js';
import { holdProxy } from './hold.js';

await runInPod(holdProxy);
