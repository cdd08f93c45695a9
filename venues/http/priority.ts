/**
 * The importance of a request, the highest first: money that is sent or whose outcome is looked up; proofs that money has arrived; reads of
 * callers; and the collector of history.
 */
export const priorities = ['money', 'proof', 'read', 'background'] as const;
export type Priority = (typeof priorities)[number];
