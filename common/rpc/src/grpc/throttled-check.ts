import { monotonicMs } from '@platform/kit/clock';
import type { HealthCheck } from './health.js';

/** The burst of checks, and the rate at which it refills. */
const LOOKS_MAX = 60;
const LOOKS_PER_SECOND = 1;
/** A caller that arrives just after a check began gets the same answer. */
const SHARED_MS = 500;

/**
 * Throttles a check of a service that limits its callers' requests: anyone can request readiness, and it must not use up the allowance that
 * money needs. Each call checks again, up to 60 times per minute; beyond that it returns the newest result.
 */
export function throttledCheck(look: HealthCheck, nowMs: () => number = monotonicMs): HealthCheck {
  let newest: Look | undefined;
  let left = LOOKS_MAX;
  let refilledAtMs = nowMs();
  return () => {
    const startedAtMs = nowMs();
    left = Math.min(LOOKS_MAX, left + ((startedAtMs - refilledAtMs) / 1_000) * LOOKS_PER_SECOND);
    refilledAtMs = startedAtMs;
    const isShared = newest?.isUnderWay === true && startedAtMs - newest.startedAtMs < SHARED_MS;
    if (newest === undefined || (left >= 1 && !isShared)) {
      left -= 1;
      newest = begin(look, startedAtMs);
    }
    return newest.outcome;
  };
}

interface Look {
  readonly startedAtMs: number;
  readonly outcome: Promise<void>;
  isUnderWay: boolean;
}

function begin(look: HealthCheck, startedAtMs: number): Look {
  const begun: Look = { startedAtMs, outcome: look(), isUnderWay: true };
  const settle = () => {
    begun.isUnderWay = false;
  };
  begun.outcome.then(settle, settle);
  return begun;
}
