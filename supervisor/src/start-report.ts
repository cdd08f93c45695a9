const NAMED_MAX = 3;

/** The progress of a start: how many processes are ready, and which ones are waited for once they are few. */
export function startReport(all: readonly string[], ready: readonly string[]): string {
  const awaited = all.filter((name) => !ready.includes(name));
  const waiting = awaited.length === 0 || awaited.length > NAMED_MAX ? '' : `, waiting for ${awaited.join(', ')}`;
  return `${ready.length} of ${all.length} processes are ready${waiting}`;
}

/** How long a start took since its command was given, the build before it included. */
export function readyReport(beganAtMs: number, nowMs: number): string {
  return `ready in ${((nowMs - beganAtMs) / 1_000).toFixed(1)} s`;
}
