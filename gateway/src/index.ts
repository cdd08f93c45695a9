export { type OpenGateway, openGateway } from './gateway.js';
export { settings } from './settings.js';
export { streamsAt } from './streams/index.js';
