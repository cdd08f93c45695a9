/** The runner of a cluster, and what programs are isolated by on this machine; for tests alone. */
export { findInterpreter } from '../../../frameworks/python/interpreter.js';
export { findBubblewrap } from '../../bubblewrap.js';
export type { Runner } from '../../runner.js';
export { KubernetesRunner } from '../kubernetes-runner.js';
export { podsSchema } from '../pod-values.js';
