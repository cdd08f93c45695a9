import { useEffect, useRef } from 'preact/hooks';

/** Calls back again and again while something is under way and the page is seen. */
export function useRepeated(isUnderWay: boolean, intervalMs: number, call: () => void): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isUnderWay, intervalMs]);
}
