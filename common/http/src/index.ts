export { type JsonAnswer, JsonPeer, type JsonQuestion } from './json-peer.js';
export { REQUEST_ID_HEADER, requestIdOf } from './request-id.js';
