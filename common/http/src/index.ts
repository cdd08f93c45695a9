export { CLIENT_ADDRESS_HEADER, WORKLOAD_TOKEN_HEADER } from './forwarded-client.js';
export { type JsonAnswer, JsonPeer, type JsonQuestion } from './json-peer.js';
export { REQUEST_ID_HEADER, requestIdOf } from './request-id.js';
