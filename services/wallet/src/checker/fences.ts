import type { Logger } from '@platform/observability/logging';
import type { Books } from '../ledger/books.js';
import type { Location } from '../ledger/locations.js';

/** Fences locations whose ledger can't be right, and says so. */
export class Fences {
  constructor(
    private readonly books: Books,
    private readonly logger: Logger,
  ) {}

  /** Fences a location once; without one, nothing can be fenced and it is only reported. */
  async fence(location: Location | undefined, reason: string): Promise<void> {
    if (location === undefined) this.logger.error({ reason }, 'the ledger contradicts itself');
    else if (await this.books.fence(location, reason))
      this.logger.error({ location, reason }, 'the location is fenced: its ledger disagrees with the chain or itself');
  }
}
