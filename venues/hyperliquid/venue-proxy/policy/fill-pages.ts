/** As many fills as the venue returns at once. */
export const FILLS_A_PAGE = 2_000;

/**
 * Returns all fills from a time on, each once: a page begins at the time of the last fill before it. Returns undefined where there are more
 * than so many pages.
 */
export async function readFills<Fill extends { readonly tid: number; readonly time: number }>(
  startMs: number,
  pagesMax: number,
  readPage: (startTime: number) => Promise<readonly Fill[]>,
): Promise<Fill[] | undefined> {
  const found = new Map<number, Fill>();
  let startTime = startMs;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await readPage(startTime);
    for (const fill of page) found.set(fill.tid, fill);
    if (page.length < FILLS_A_PAGE) return [...found.values()];
    startTime = Math.max(...page.map(({ time }) => time));
  }
  return undefined;
}
