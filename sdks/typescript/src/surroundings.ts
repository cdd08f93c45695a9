/** What the SDK needs of the world, so that tests can replace it. */
export interface Surroundings {
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs: () => number;
  /** Resolves after a time; rejects with the signal's reason when that is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly newKey: () => string;
}

const UINT32_COUNT = 2 ** 32;

/** The world as it is. */
export const realSurroundings: Surroundings = {
  fetch: (url, request) => globalThis.fetch(url, request),
  nowMs: () => performance.now(),
  sleep,
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / UINT32_COUNT,
  newKey: () => crypto.randomUUID(),
};

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
