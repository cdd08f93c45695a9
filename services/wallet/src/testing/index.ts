export { atVenue, inTransit, inWallet } from '../ledger/locations.js';
export { doWork } from './random-steps/steps.js';
export { World } from './random-steps/world.js';
export { openStage, type Stage, type VenueServices } from './stage.js';
export { openWalletsAtRest, type WalletsAtRest } from './wallets-at-rest.js';
