export { Follower } from './follower.js';
export { STREAM_METHODS, type StreamsAddress, serveStreams } from './serve.js';
export { streamSchema } from './stream-schema.js';
export { Streams } from './streams.js';
