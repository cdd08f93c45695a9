export { VenueConnection } from './connection.js';
