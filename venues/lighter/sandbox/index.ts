export { lighterInSandbox, type RunningLighter, startLighter } from './server.js';
