export { atVenue, inTransit, inWallet } from '../ledger/locations.js';
export { openStage, type Stage, type VenueServices } from './stage.js';
export { openWalletsAtRest, type WalletsAtRest } from './wallets-at-rest.js';
