export { Follower } from './follower.js';
export { streamsAt } from './serve.js';
export { streamSchema } from './stream-schema.js';
export { Streams } from './streams.js';
