export { type LighterQuestion, TestLighter } from './test-lighter.js';
