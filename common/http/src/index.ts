export { CLIENT_ADDRESS_HEADER, WORKLOAD_TOKEN_HEADER } from './forwarded-client.js';
export { REQUEST_ID_HEADER, requestIdOf } from './request-id.js';
export { withoutSchemas } from './without-schemas.js';
