// Why: docs/decisions/platform/readiness.md
import { Gauge } from 'prom-client';
import { registry } from './registry.js';

/** Exposes from now on the free space where something is stored; missing while it can't be read. */
export function exposeFreeSpace(readBytes: () => Promise<number>): void {
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Space that is left where objects are stored.',
    registers: [registry],
    async collect() {
      const bytes = await readBytes().catch(() => undefined);
      if (bytes === undefined) this.reset();
      else this.set(bytes);
    },
  });
}
