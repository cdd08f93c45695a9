import type { Clock } from '@platform/kit/clock';
import { heldBy, type Lease, releaseLease, takeLease, unleased } from '@platform/store/leases';
import { type ClientSession, isDuplicateKey } from '@platform/store/mongo';
import type { FlowDefinition } from './definition.js';
import type { FlowFields } from './records.js';

/** A record under a lease: only the holder may move it while the lease lasts. */
export interface HeldFlow<Operation, State extends string> {
  readonly record: Operation;
  readonly state: State;
  readonly lease: Lease;
}

/** Fields and effects that are written together with a move. */
export interface Change<Operation> {
  readonly set?: Partial<Operation>;
  readonly unset?: readonly (keyof Operation & string)[];
  /** The transaction in which the caller carries out the transition's effects. */
  readonly session?: ClientSession;
  /** Whether the caller keeps the operation; otherwise its next turn is due at once. */
  readonly keep?: boolean;
}

/** The part of a mongoose model that is used. */
export interface FlowModel<Operation> {
  findOneAndUpdate(filter: object, update: object, options: object): PromiseLike<FlowDocument<Operation> | null>;
  exists(filter: object): PromiseLike<object | null>;
  findOneAndDelete(filter: object): PromiseLike<FlowDocument<Operation> | null>;
  updateOne(filter: object, update: object): PromiseLike<{ readonly matchedCount: number }>;
  updateMany(filter: object, update: object): PromiseLike<{ readonly matchedCount: number }>;
}

interface FlowDocument<Operation> {
  toObject(): Operation;
}

/**
 * The records of one kind of operation. Each is taken under a lease when it is due, and every move is one conditional write: it happens
 * only while the record is in the state that was read and the lease is its newest one.
 */
export class FlowStore<
  Operation extends FlowFields & { readonly _id: string },
  State extends string,
  Event extends string,
  Effect extends string,
> {
  readonly name: string;
  /** The states in which the platform works on an operation. */
  readonly worked: readonly State[];
  /** The states whose next turn is a newcomer's. */
  readonly #newcomerNext = new Set<State>();

  /**
   * `owner` is the name of this process across its restarts, and of no other process, so that it finds the operations that it held before.
   */
  constructor(
    private readonly model: FlowModel<Operation>,
    readonly definition: FlowDefinition<State, Event, Effect>,
    private readonly options: {
      readonly owner: string;
      readonly leaseMs: number;
      readonly clock: Clock;
      /** The fields of the records that this store works on; it leaves the others to stores with another scope. Absent: all records. */
      readonly scope?: Readonly<Record<string, string>>;
    },
  ) {
    this.name = definition.name;
    this.worked = definition.transitions.states.filter((state) => definition.lanes[state] !== undefined);
  }

  /**
   * Stores a new record, held by this process at once; returns undefined when a unique index already has its key. That ends the caller's
   * transaction, where there is one.
   */
  async claim(record: Operation, session?: ClientSession): Promise<HeldFlow<Operation, State> | undefined> {
    const { _id, ...fields } = record;
    // MongoDB must not read a text that starts with a dollar as an expression.
    const literals = Object.entries(fields).map(([name, value]) => [name, { $literal: value }]);
    const stages = [{ $set: Object.fromEntries(literals) }, this.#lease()];
    try {
      // An existing id was claimed before: the insert violates its unique index.
      return await this.#take({ _id, lease: { $exists: false } }, stages, {
        upsert: true,
        ...(session === undefined ? {} : { session }),
      });
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /**
   * Takes the record in one of these states that has been due for longest, or a newcomer where the definition gives it the turn; returns
   * undefined when none is due.
   */
  async takeDue(states: readonly State[]): Promise<HeldFlow<Operation, State> | undefined> {
    const isNext = (state: State) => this.#newcomerNext.has(state);
    const newcomer = await this.#takeFirst(states.filter(isNext), { turns: 1, dueAt: -1 });
    const held =
      newcomer ??
      (await this.#takeFirst(
        states.filter((state) => !isNext(state)),
        { dueAt: 1 },
      ));
    if (held !== undefined && this.definition.halfForNewcomers === true) this.#turnOver(held.state);
    return held;
  }

  /** Returns whether there is an operation to work on, due or not, held or not. */
  async hasWork(): Promise<boolean> {
    return (await this.model.exists({ $or: this.worked.map((state) => this.#scoped(state)) })) !== null;
  }

  /**
   * Moves a held record by an event; returns undefined, and changes nothing, when it is no longer held. Throws for an event that can't
   * happen in its state.
   */
  async move(
    held: HeldFlow<Operation, State>,
    event: Event,
    change: Change<Operation> = {},
  ): Promise<HeldFlow<Operation, State> | undefined> {
    const { to } = this.definition.transitions.of(held.state, event);
    const record = await this.#write(this.#guard(held), to, change);
    return record && { record, state: to, lease: held.lease };
  }

  /**
   * Moves an operation that waits for an operator and has no lease; returns undefined, and changes nothing, when it has moved since it was
   * read. Throws for an event that can't happen in its state.
   */
  async decide(record: Operation, event: Event, change: Change<Operation> = {}): Promise<Operation | undefined> {
    const state = this.stateOf(record);
    if (this.worked.includes(state)) throw new Error(`${record._id} waits for nobody: it is ${state}`);
    const { to } = this.definition.transitions.of(state, event);
    return this.#write({ _id: record._id, ...this.#fieldsOf(state) }, to, change);
  }

  /** Removes a held record by an event that deletes it; returns undefined when it was no longer held. */
  async remove(held: HeldFlow<Operation, State>, event: Event): Promise<HeldFlow<Operation, State> | undefined> {
    this.definition.transitions.of(held.state, event);
    const removed = await this.model.findOneAndDelete(this.#guard(held));
    return removed === null ? undefined : held;
  }

  /** Releases a held record after a turn that did not move it; does nothing when it is no longer held. */
  async postpone({ record, lease }: HeldFlow<Operation, State>, dueAt: Date, hasFailed: boolean): Promise<void> {
    const $set = { dueAt, ...releaseLease().$set, ...(hasFailed ? {} : { failures: 0 }) };
    const $inc = { turns: 1, ...(hasFailed ? { failures: 1 } : {}) };
    await this.model.updateOne({ _id: record._id, ...heldBy(lease) }, { $set, $inc });
  }

  /** Makes the operations that this process held before its restart due at once; returns how many. Call it before the first turn. */
  async recover(): Promise<number> {
    const own = { $or: this.worked.map((state) => ({ ...this.#scoped(state), 'lease.owner': this.options.owner })) };
    const update = { $set: { dueAt: this.options.clock.now(), ...releaseLease().$set } };
    return (await this.model.updateMany(own, update)).matchedCount;
  }

  /** Makes the operations due at once whose next turn is due after an instant: the clock was set back. Returns how many. */
  async hurry(after: Date): Promise<number> {
    const late = { $or: this.worked.map((state) => ({ ...this.#scoped(state), dueAt: { $gt: after } })) };
    return (await this.model.updateMany(late, { $set: { dueAt: this.options.clock.now() } })).matchedCount;
  }

  /** Returns the state of a record. */
  stateOf(record: Operation): State {
    const values = new Map<string, unknown>(Object.entries(record));
    const name = this.definition.stateFields.map((field) => values.get(field)).join('/');
    const state = this.definition.transitions.states.find((known) => known === name);
    if (state === undefined) throw new Error(`${record._id} is in no known state: ${name}`);
    return state;
  }

  async #write(guard: object, to: State, { set, unset = [], session, keep = false }: Change<Operation>) {
    const isWorked = this.worked.includes(to);
    const $set = {
      ...set,
      ...this.#fieldsOf(to),
      ...(isWorked ? { dueAt: this.options.clock.now() } : {}),
      ...(isWorked && keep ? {} : releaseLease().$set),
      turns: 0,
      failures: 0,
    };
    const $unset = Object.fromEntries([...unset, ...(isWorked ? [] : ['dueAt'])].map((name) => [name, 1]));
    const options = { returnDocument: 'after', ...(session === undefined ? {} : { session }) };
    return (await this.model.findOneAndUpdate(guard, { $set, $unset }, options))?.toObject();
  }

  #turnOver(state: State): void {
    if (!this.#newcomerNext.delete(state)) this.#newcomerNext.add(state);
  }

  async #takeFirst(states: readonly State[], sort: object): Promise<HeldFlow<Operation, State> | undefined> {
    if (states.length === 0) return undefined;
    // A record without a due time, as older versions wrote them, is due too.
    const dueAt = { $not: { $gt: this.options.clock.now() } };
    const due = { $or: states.map((state) => ({ ...this.#scoped(state), dueAt })), ...unleased() };
    return this.#take(due, [this.#lease()], { sort });
  }

  async #take(filter: object, stages: object[], options: object): Promise<HeldFlow<Operation, State> | undefined> {
    const document = await this.model.findOneAndUpdate(filter, stages, {
      ...options,
      returnDocument: 'after',
      updatePipeline: true,
    });
    if (document === null) return undefined;
    const record = document.toObject();
    if (!record.lease) throw new Error(`${record._id} was taken without a lease`);
    const { owner, epoch } = record.lease;
    return { record, state: this.stateOf(record), lease: { owner, epoch } };
  }

  #lease() {
    return takeLease(this.options.owner, this.options.leaseMs);
  }

  #guard({ record, state, lease }: HeldFlow<Operation, State>) {
    return { _id: record._id, ...this.#fieldsOf(state), ...heldBy(lease) };
  }

  #scoped(state: State): Readonly<Record<string, string>> {
    return { ...this.options.scope, ...this.#fieldsOf(state) };
  }

  #fieldsOf(state: State): Readonly<Record<string, string>> {
    const values = state.split('/');
    return Object.fromEntries(this.definition.stateFields.map((field, index) => [field, values[index] ?? '']));
  }
}
