export { type MandateLimit, mandateExceeded, requireSymbols, requireVenue } from './limits.js';
export { MANDATE_SYMBOLS_MAX, MANDATE_VENUES_MAX, type Mandate, mandateSchema } from './mandate.js';
