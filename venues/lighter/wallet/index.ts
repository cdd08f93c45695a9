export { lighterSettings, openLighter } from './open.js';
