import { useEffect, useRef } from 'preact/hooks';

/** Asks again where a value has changed since the last look, not at the first one. */
export function useAgainAfter(value: string | number, again: () => void): void {
  const seen = useRef(value);
  useEffect(() => {
    if (seen.current === value) return;
    seen.current = value;
    again();
  }, [value, again]);
}
