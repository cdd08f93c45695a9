export { lighterActions } from './actions.js';
export { lighterSettings, openLighter } from './open.js';
