export { testHyperliquid } from './test-hyperliquid.js';
export { TestVenue } from './test-venue.js';
