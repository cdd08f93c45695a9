const WIDTH = 24;

/** How far work has come: a bar, the counts, and what is being done. */
export function progressBar(done: number, total: number, doing: string): string {
  const filled = total === 0 ? WIDTH : Math.floor((WIDTH * done) / total);
  return `${'#'.repeat(filled).padEnd(WIDTH, '.')}  ${done} of ${total}  ${doing}`.trimEnd();
}
