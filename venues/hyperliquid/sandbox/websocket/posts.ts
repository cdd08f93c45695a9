import { z } from 'zod';
import { answerInfo } from '../info/table.js';
import { Refusal } from '../refusal.js';
import type { Venue } from '../venue.js';

/** A request over the socket that is answered as over HTTP, with the client's number. */
export const postMessage = z.object({
  method: z.literal('post'),
  id: z.int().nonnegative(),
  request: z.union([
    z.object({ type: z.literal('info'), payload: z.looseObject({ type: z.string() }) }),
    z.object({ type: z.literal('action'), payload: z.looseObject({}) }),
  ]),
});

type PostRequest = z.output<typeof postMessage>['request'];

/** The answer, below `response`. */
export interface PostResponse {
  readonly type: 'info' | 'action' | 'error';
  readonly payload: unknown;
}

/** Answers an info request or an action. */
export async function answerPost(request: PostRequest, venue: Venue): Promise<PostResponse> {
  try {
    if (request.type === 'action') return { type: 'action', payload: await venue.exchange.act(request.payload) };
    return { type: 'info', payload: { type: request.payload.type, data: answerInfo(request.payload, venue) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { type: 'error', payload: `${error.status}: ${error.message}` };
  }
}
