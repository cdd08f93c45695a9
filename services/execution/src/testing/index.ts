export { LookUps } from './look-ups.js';
