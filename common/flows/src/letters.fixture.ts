/** Letters, as operations of a test: each is posted, then delivered. */
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { Schema } from 'mongoose';
import { type FlowFields, flowFields } from './records.js';
import { FlowRunner } from './runner.js';
import { FlowStore, type HeldFlow } from './store.js';
import { defineTransitions } from './table.js';
import { FlowTurns, type Turn } from './turns.js';

export type LetterState = 'written' | 'posted' | 'delivered';
type LetterEvent = 'post' | 'deliver';

/** A letter, as it is stored. */
export interface Letter extends FlowFields {
  readonly _id: string;
  readonly status: LetterState;
  readonly text: string;
  readonly town?: string;
}

export type HeldLetter = HeldFlow<Letter, LetterState>;
type Letters = FlowStore<Letter, LetterState, LetterEvent, never>;

/** How many turns a process runs at once for letters of each state. */
export const PLACES = 2;
const LEASE_MS = 30_000;

const letterFlow = {
  name: 'letters',
  transitions: defineTransitions<LetterState, LetterEvent>('a letter', ['written', 'posted', 'delivered'], {
    written: { post: { to: 'posted', effects: [] } },
    posted: { deliver: { to: 'delivered', effects: [] } },
    delivered: {},
  }),
  stateFields: ['status'],
  lanes: { written: PLACES, posted: PLACES },
} as const;

const schema = new Schema<Letter>(
  {
    _id: { type: String, required: true },
    status: { type: String, required: true },
    text: String,
    town: String,
    ...flowFields,
  },
  { collection: 'letters', versionKey: false },
).index({ status: 1, dueAt: 1 });

function letterModel(connection: Connection) {
  return connection.model('Letter', schema);
}

/** A post office over its own database, with a clock that stands still. */
export class PostOffice {
  readonly clock = new ManualClock(1_700_000_000_000);
  readonly logged: string[] = [];

  private constructor(readonly connection: Connection) {}

  /** Each test file has its own database: they run side by side. */
  static async open(file: string): Promise<PostOffice> {
    const connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), `test_flows_${file}`);
    await resetDatabase(connection);
    await letterModel(connection).createIndexes();
    return new PostOffice(connection);
  }

  get model() {
    return letterModel(this.connection);
  }

  get definition() {
    return letterFlow;
  }

  /** The store of letters of a process with this name. */
  letters(owner = 'a', scope?: { readonly town: string }, halfForNewcomers = false): Letters {
    return new FlowStore<Letter, LetterState, LetterEvent, never>(
      this.model,
      { ...letterFlow, halfForNewcomers },
      {
        owner,
        leaseMs: LEASE_MS,
        clock: this.clock,
        ...(scope && { scope }),
      },
    );
  }

  /** What a process works with. */
  turns(letters: Letters, advance: (held: HeldLetter) => Promise<Turn>) {
    const logger = createLogger(
      { process: 'test', level: 'info' },
      { write: (line: string) => void this.logged.push(line) },
    );
    return new FlowTurns({ store: letters, advance, clock: this.clock, random: systemRandom, logger });
  }

  runner(letters: Letters, advance: (held: HeldLetter) => Promise<Turn>) {
    return new FlowRunner(this.turns(letters, advance));
  }

  /** Writes letters that are due at once. */
  async write(count: number, status: LetterState = 'written', prefix: string = status): Promise<void> {
    const createdAt = this.clock.now();
    const made = Array.from({ length: count }, (_, index) => ({ _id: `${prefix}_${index}`, text: '$5', status }));
    await this.model.insertMany(made.map((letter) => ({ ...letter, createdAt, dueAt: createdAt })));
  }

  async read(id: string): Promise<Letter> {
    return (await this.model.findById(id).orFail()).toObject();
  }
}
