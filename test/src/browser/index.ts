export { openBrowser, provideBrowser } from './browser.js';
