export { CursorCodec, type CursorScope } from './codec.js';
export {
  type CreationListRequest,
  type CreationPosition,
  creationListFields,
  creationOrder,
  creationPosition,
  parseListRequest,
  readNewestFirst,
} from './creation-order.js';
export { type Page, type PageRequest, readPage } from './page.js';
