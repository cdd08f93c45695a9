/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Returns a refused action in the venue's form. */
export function refused(reason: string): Answer {
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify({ status: 'err', response: reason }) };
}

/** What is so already, in the venue's form. */
export const DONE: Answer = {
  status: 200,
  contentType: JSON_TYPE,
  body: JSON.stringify({ status: 'ok', response: { type: 'default' } }),
};

/** A body that is not a request, in the venue's form. */
export const MALFORMED: Answer = {
  status: 422,
  contentType: TEXT_TYPE,
  body: 'Failed to deserialize the JSON body into the target type',
};

/** More requests than the proxy passes on, in the venue's form. */
export const TOO_MANY: Answer = { status: 429, contentType: JSON_TYPE, body: 'null' };

/** A read of another account, or one that bots don't need. */
export const FORBIDDEN_READ: Answer = { status: 403, contentType: TEXT_TYPE, body: 'This bot may not read this.' };

/** The venue did not answer in time: the action's outcome is unknown. */
export const TIMED_OUT: Answer = { status: 504, contentType: TEXT_TYPE, body: 'Gateway Timeout' };

/** The venue could not be reached, or closed the connection: the action's outcome is unknown. */
export const UNREACHABLE: Answer = { status: 502, contentType: TEXT_TYPE, body: 'Bad Gateway' };
