/** Largest message in either direction: a backtest's code and config, or its logs, with a margin. */
export const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/** Default deadline of a call. */
export const CALL_TIMEOUT_MS = 10_000;

/** Deadline of a health check: within the 3 s that the interface allows for all of them together. */
export const HEALTH_TIMEOUT_MS = 2_300;

/** Metadata key of the request id. */
export const REQUEST_ID_KEY = 'x-request-id';
