export { Caller } from './caller.js';
export { Platform } from './platform.js';
