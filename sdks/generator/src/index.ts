export { sdkDocument } from './document.js';
export { packTypescript } from './packages.js';
export { assemblePython, packPython } from './python.js';
export { provisionPythonTools, provisionTypescriptTools } from './tools.js';
export { generateTypescript } from './typescript.js';
