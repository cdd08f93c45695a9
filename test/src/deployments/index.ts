export { type BotProcess, botHolders, botProcesses, memoryOf, processTree } from './bot-processes.js';
export { traders } from './strategies.js';
