export { Caller } from './caller.js';
export { readDescriptor } from './descriptor.js';
export { Platform } from './platform.js';
export { prepareDirectory } from './prepare.js';
export { until } from './wait.js';
