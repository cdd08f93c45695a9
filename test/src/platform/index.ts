export { Customer } from '../money/customer.js';
export { Caller } from './caller.js';
export { payIn } from './chain.js';
export { readDescriptor } from './descriptor.js';
export { runCommand } from './operator.js';
export { Platform } from './platform.js';
export { prepareDirectory } from './prepare.js';
export { restingMarket, restingOrder } from './venue.js';
export { until } from './wait.js';
