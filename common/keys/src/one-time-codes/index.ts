export { GUESS_WINDOW_SECONDS, GuessLimit } from './guess-limit.js';
export { CodeHasher } from './hasher.js';
export { attemptLimitReached, CODE_ATTEMPTS_MAX, CODE_TTL_MS, newCode, requireUnexpired } from './rules.js';
export { MessageWindow } from './window.js';
