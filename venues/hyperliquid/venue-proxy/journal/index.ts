export { BotJournal } from './bot-journal.js';
export { cloidPrefix } from './client-order-ids.js';
export type { Entry, JournalledDeployment, JournalledFill, JournalledOrder } from './entries.js';
export { OrderJournal } from './journal.js';
export type { JournalState } from './state.js';
