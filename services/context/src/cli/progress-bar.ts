const WIDTH = 24;

/** Returns a progress bar, the counts, and the current step. */
export function progressBar(done: number, total: number, doing: string): string {
  const filled = total === 0 ? WIDTH : Math.floor((WIDTH * done) / total);
  return `${'#'.repeat(filled).padEnd(WIDTH, '.')}  ${done} of ${total}  ${doing}`.trimEnd();
}
