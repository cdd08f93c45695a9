// Why: docs/decisions/execution/live-journal.md
import type { Clock, Random } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { BotLimits } from '../../../live-bots/index.js';
import { type Entry, entrySchema } from './entries.js';
import { JournalFile } from './journal-file.js';
import { JournalState } from './state.js';

/** The dependencies of a journal. */
export interface OrderJournalParts {
  /** Path of the file; it is made where it lacks. */
  readonly file: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Everything that the bots of an account were let do at the venue, and what became of it; each action is on disk before it is sent. */
export class OrderJournal {
  private constructor(
    readonly parts: OrderJournalParts,
    /** What the journal says as a whole. */
    readonly state: JournalState,
    private readonly file: JournalFile<Entry>,
  ) {}

  /** Opens the journal of an account. Rejects when it can't be read: then nothing may be traded. */
  static async open(parts: OrderJournalParts): Promise<OrderJournal> {
    const state = new JournalState();
    const content = {
      parse: (line: unknown) => entrySchema.parse(line),
      written: (entries: readonly Entry[]) => {
        for (const entry of entries) state.apply(entry);
      },
      snapshot: () => state.snapshot(),
    };
    return new OrderJournal(parts, state, await JournalFile.open(parts.file, content, parts.logger));
  }

  /** Notes the starts of bots that have not been seen before; what the venue shows next is what each began with. */
  async serve(bots: readonly BotLimits[]): Promise<void> {
    const startedAtMs = this.parts.clock.nowMs();
    const starts = bots.flatMap(({ deploymentId, bot, coins }): Entry[] => {
      const known = this.state.deployment(deploymentId);
      if (known !== undefined && known.bot === bot && known.coins.join() === coins.join()) return [];
      const fillsCount = known?.fillsCount ?? 0;
      return [{ kind: 'deployment', deploymentId, bot, coins, startedAtMs, base: null, liquidations: {}, fillsCount }];
    });
    if (starts.length > 0) await this.append(starts);
  }

  /** Appends entries; settles once they are on disk, and rejects where they are not in the file. */
  append(entries: readonly Entry[]): Promise<void> {
    return this.file.append(entries);
  }

  /** Appends entries that can be found out again; a failure is logged. */
  async note(entries: readonly Entry[]): Promise<void> {
    await this.file
      .note(entries)
      .catch((error: unknown) => this.parts.logger.error({ err: error }, 'the journal was not written'));
  }

  /** Waits for what was appended, and closes the file. */
  close(): Promise<void> {
    return this.file.close();
  }
}
