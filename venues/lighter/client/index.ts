export { type LighterAnswer, LighterClient, type LighterClientOptions, type LighterRequest } from './client.js';
export { SHARES, shareSetting } from './shares.js';
