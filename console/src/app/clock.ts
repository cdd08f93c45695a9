/** The time of this machine, in milliseconds since 1970. */
export const nowMs = (): number => Date.now();
