import type { FaultKind } from '../../../simulation/index.js';

/** The venue's refusals over its WebSocket. Source: apidocs.lighter.xyz/docs/data-structures-constants-and-errors. */

export const INVALID_JSON = refusal(30000, 'Invalid Json');
export const INVALID_TYPE = refusal(30001, 'Invalid Type');
export const INVALID_CHANNEL = refusal(30005, 'Invalid Channel');
/** The channel exists, and has no such market. */
export const INVALID_MARKET = refusal(30005, 'Invalid Channel:  (marketId)');
export const TOO_MANY_MESSAGES = refusal(30009, 'Too Many Websocket Messages!');
export const TOO_MANY_UNANSWERED = refusal(30010, 'Too Many Inflight Messages!');
export const TOO_MANY_REQUESTS = refusal(23000, 'Too Many Requests!');
export const TOO_MANY_SUBSCRIPTIONS = refusal(23001, 'Too Many Subscriptions!');

/** The refusals of subscriptions that faults cause. */
export const FAULT_REFUSALS: Readonly<Partial<Record<FaultKind, object>>> = {
  rate_limit: TOO_MANY_MESSAGES,
  reject: refusal(30012, 'Failed to subscribe'),
  err_timeout: refusal(30004, 'Failed to fetch'),
  err_rate_limit: refusal(30004, 'Failed to fetch'),
  err_internal: refusal(30004, 'Failed to fetch'),
};

export function notSubscribed(channel: string): object {
  return refusal(30002, `Not Subscribed to : ${channel}`);
}

export function alreadySubscribed(channel: string): object {
  return refusal(30003, `Already Subscribed to : ${channel}`);
}

/** Returns a refusal with the venue's code. */
export function refusal(code: number, message: string): object {
  return { error: { code, message } };
}
