export { CursorCodec, type CursorScope } from './codec.js';
export { type CreationPosition, creationOrder, creationPosition, readNewestFirst } from './creation-order.js';
export { type Page, type PageRequest, readPage } from './page.js';
