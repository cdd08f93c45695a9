import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { seedFor } from '@platform/kit/sampling';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { NonceError } from '@platform/venues/trading-accounts';
import fc from 'fast-check';
import { ConsecutiveNonces } from './consecutive-nonces.js';

const seed = Number(process.env['NONCE_RACE_SEED'] ?? seedFor('nonce races') ?? randomInt(2 ** 31));
const SIGNERS = ['key 1', 'key 2'];
const OPERATIONS_PER_SIGNER = 40;
const PROCESSES = 8;
const DEATHS_PERCENT = 12;
const TURNS_MAX = 20_000;
const IDLE_MS = 5;
/** What becomes of what is sent: whether the venue consumes its nonce, and whether the sender learns it. */
const FATES = [
  ...([
    'accepted',
    'accepted',
    'accepted',
    'rejected by the sequencer',
    'refused by the API',
    'refused by the API',
  ] as const),
  ...(['lost on the way', 'answer lost'] as const),
];
let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_nonce_races');
});

beforeEach(() => resetDatabase(connection));

afterAll(() => connection.close());

/** One key at a venue, which takes the key's next nonce alone. */
class Sequencer {
  /** The operations that consumed a nonce, in its order. */
  readonly taken: string[] = [];
  readonly faults: string[] = [];

  constructor(private readonly first: number) {}

  get next(): number {
    return this.first + this.taken.length;
  }

  /** Returns the answer; undefined where none comes, or none that says what became of the nonce. */
  send(operation: string, nonce: number, fate: (typeof FATES)[number] | undefined): 'consumed' | 'refused' | undefined {
    if (nonce > this.next) this.faults.push(`${operation} leaves a gap before ${nonce}`);
    if (nonce < this.next && this.taken[nonce - this.first] !== operation)
      this.faults.push(`${operation} uses ${nonce} again`);
    if (nonce !== this.next || fate === 'lost on the way') return undefined;
    if (fate === 'refused by the API') return 'refused';
    this.taken.push(operation);
    return fate === 'answer lost' ? undefined : 'consumed';
  }
}

class Died extends Error {}

/** Processes that send operations to a venue, one process at a time each, and die at random. */
class Race {
  readonly sequencers = new Map(SIGNERS.map((signer, index) => [signer, new Sequencer(index * 100)]));
  /** The operations without a recorded end, and the keys that sign them. */
  readonly #unfinished = new Map<string, string>(
    SIGNERS.flatMap((signer) =>
      Array.from({ length: OPERATIONS_PER_SIGNER }, (_, index) => [`${signer}, exe_${index}`, signer] as const),
    ),
  );
  readonly #leased = new Set<string>();
  readonly #draws = fc.sample(fc.nat(), { seed, numRuns: TURNS_MAX });
  #drawn = 0;
  #turns = 0;
  deaths = 0;

  /** Lives one process after the other until every operation has its end. */
  async run(): Promise<void> {
    for (;;) {
      try {
        return await this.#live(new ConsecutiveNonces(connection, 'lighter'));
      } catch (error) {
        if (!(error instanceof Died)) throw error;
        this.deaths += 1;
      }
    }
  }

  async #live(nonces: ConsecutiveNonces): Promise<void> {
    for (const [signer, { next }] of this.sequencers) await nonces.adopt(signer, next).catch(requireNonceError);
    while (this.#unfinished.size > 0) {
      const waiting = [...this.#unfinished].filter(([operation]) => !this.#leased.has(operation));
      const [operation, signer] = waiting[this.#draw(waiting.length)] ?? [];
      if (operation === undefined || signer === undefined) {
        await wait(IDLE_MS);
        continue;
      }
      this.#turns += 1;
      if (this.#turns > TURNS_MAX) throw new Error('the race has no end');
      if ((await this.#work(nonces, signer, operation)) !== 'claim_open') continue;
      const claim = await nonces.openClaim(signer);
      if (claim !== undefined) await this.#work(nonces, signer, claim.operation);
    }
  }

  /** Works on an operation, unless another process does or did; returns why it got no nonce. */
  async #work(nonces: ConsecutiveNonces, signer: string, operation: string): Promise<NonceError['reason'] | undefined> {
    if (this.#leased.has(operation) || !this.#unfinished.has(operation)) return undefined;
    this.#leased.add(operation);
    try {
      await this.#send(nonces, signer, operation);
      return undefined;
    } catch (error) {
      const { reason } = requireNonceError(error);
      // Its process died before it recorded the end.
      if (reason === 'used') this.#unfinished.delete(operation);
      return reason;
    } finally {
      this.#leased.delete(operation);
    }
  }

  async #send(nonces: ConsecutiveNonces, signer: string, operation: string): Promise<void> {
    const sequencer = this.sequencers.get(signer);
    const nonce = await nonces.claim(signer, operation);
    this.#mayDie();
    const answer = sequencer?.send(operation, nonce, FATES[this.#draw(FATES.length)]);
    this.#mayDie();
    const isConsumed = answer === undefined ? nonce < (sequencer?.next ?? 0) : answer === 'consumed';
    await (isConsumed ? nonces.used(signer, operation) : nonces.giveBack(signer, operation));
    this.#mayDie();
    if (isConsumed) this.#unfinished.delete(operation);
  }

  #draw(below: number): number {
    this.#drawn += 1;
    return (this.#draws[this.#drawn % this.#draws.length] ?? 0) % below;
  }

  #mayDie(): void {
    if (this.#draw(100) < DEATHS_PERCENT) throw new Died();
  }
}

function requireNonceError(error: unknown): NonceError {
  if (error instanceof NonceError) return error;
  throw error;
}

test('processes that race and die at random leave no gap, use no nonce twice and send no operation twice', async () => {
  const race = new Race();
  try {
    await Promise.all(Array.from({ length: PROCESSES }, () => race.run()));
    expect(race.deaths).toBeGreaterThan(10);
    const nonces = new ConsecutiveNonces(connection, 'lighter');
    const used = connection.collection<{ _id: { signer: string; operation: string } }>('lighter_used_nonces');
    for (const [signer, { taken, faults, next }] of race.sequencers) {
      expect(faults).toEqual([]);
      expect(new Set(taken).size).toBe(OPERATIONS_PER_SIGNER);
      expect(taken).toHaveLength(OPERATIONS_PER_SIGNER);
      const recorded = await used.find({ '_id.signer': signer }).sort({ nonce: 1 }).toArray();
      expect(recorded.map(({ _id }) => _id.operation)).toEqual(taken);
      expect(await nonces.openClaim(signer)).toBeUndefined();
      expect(await nonces.claim(signer, 'the next')).toBe(next);
    }
  } catch (error) {
    throw new Error(`NONCE_RACE_SEED=${seed}, after ${race.deaths} deaths`, { cause: error });
  }
});
