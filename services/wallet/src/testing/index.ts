export { openWalletsAtRest, type WalletsAtRest } from './wallets-at-rest.js';
