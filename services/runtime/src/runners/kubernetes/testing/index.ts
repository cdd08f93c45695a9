/** The runners of a cluster, what they promise, and what programs are isolated by on this machine; for tests alone. */
export { KubernetesBotRunner } from '../../../bots/kubernetes/kubernetes-bot-runner.js';
export { botOf, describeBotRunner, type RunnerUnderTest, workloadOf } from '../../../bots/testing/contract.js';
export { contractProgram } from '../../../bots/testing/program.js';
export { findInterpreter } from '../../../frameworks/python/interpreter.js';
export { ClusterProxies } from '../../../live/kubernetes/cluster-proxies.js';
export { proxySetOf } from '../../../live/kubernetes/objects.js';
export { writeProxyProgram } from '../../../live/testing/program.js';
export { findBubblewrap } from '../../bubblewrap.js';
export type { Runner } from '../../runner.js';
export { readProcessTree } from '../../usage.js';
export { setNameOf } from '../kept/objects.js';
export { KubernetesRunner } from '../kubernetes-runner.js';
export { podsSchema } from '../pod-values.js';
