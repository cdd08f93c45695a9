export { type OpenGateway, openGateway } from './gateway.js';
export { settings } from './settings.js';
export { STREAM_METHODS, type StreamsAddress, serveStreams } from './streams/index.js';
