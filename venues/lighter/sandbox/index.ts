export { type RunningLighter, startLighter } from './server.js';
export { lighterInSandbox } from './world.js';
