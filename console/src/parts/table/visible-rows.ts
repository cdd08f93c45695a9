import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Rows beyond the edge of what is seen that are drawn too, so that scrolling shows no gap. */
const OVERSCAN_ROWS = 8;

/** The rows to draw: from, inclusive, to, exclusive. */
export interface Visible {
  readonly from: number;
  readonly to: number;
}

/** Says which rows of a scrolling box are seen. */
export function useVisible(box: RefObject<HTMLElement | null>, count: number, rowPx: number): Visible {
  const [, setRound] = useState(0);
  const options = {
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    overscan: OVERSCAN_ROWS,
    onChange: () => setRound((old) => old + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(options));
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  const items = virtualizer.getVirtualItems();
  const first = items.at(0);
  const last = items.at(-1);
  return { from: first?.index ?? 0, to: last === undefined ? 0 : last.index + 1 };
}
