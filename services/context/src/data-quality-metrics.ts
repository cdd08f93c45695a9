import { exposeCounts } from '@platform/observability/metrics';
import type { Omissions } from '@platform/venues/market-data';
import type { Quarantine } from './tables/quarantine.js';

/** Exposes metrics of how much of the venues' data was left out because it was malformed. */
export function exposeDataQuality(quarantine: Quarantine, omissions: Omissions): void {
  exposeCounts({
    name: 'context_quarantined_rows',
    help: 'Rows of candles and funding that a venue gave and that are not stored, since they were malformed.',
    label: 'venue',
    read: () => quarantine.counts(),
  });
  exposeCounts({
    name: 'context_omitted_markets',
    help: 'Malformed markets that the last listing of a venue left out.',
    label: 'listing',
    read: async () => omissions.counts(),
  });
}
