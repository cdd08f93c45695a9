/** Holds the bots of a pod, for a runtime service elsewhere that opens its links and may end and come back meanwhile. */
import { runInPod } from '../../../runners/kubernetes/pod-main.js';
import { holdBots } from './hold.js';

await runInPod(holdBots);
