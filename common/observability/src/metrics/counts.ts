import { Gauge } from 'prom-client';
import { readWithTimeout } from './read-with-timeout.js';
import { registry } from './registry.js';

/** Exposes from now on the number of each kind of something; missing while it can't be read. */
export function exposeCounts({
  name,
  help,
  label,
  read,
}: {
  readonly name: string;
  readonly help: string;
  /** The label that distinguishes the kinds. */
  readonly label: string;
  read(): Promise<Readonly<Record<string, number>>>;
}): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const counts = await readWithTimeout(read, {});
      this.reset();
      for (const [kind, count] of Object.entries(counts)) this.set({ [label]: kind }, count);
    },
  });
}
