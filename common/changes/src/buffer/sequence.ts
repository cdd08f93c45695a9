/**
 * Where a change stands among those of its service: the time of the database's operation (seconds and counter, 8 hexadecimal digits each)
 * and the change's number in that operation. It sorts as text, is known to every reader of the same history, and survives restarts.
 */
export type Sequence = string;

const SEQUENCE = /^[0-9a-f]{16}\.[0-9a-f]{6}$/;

/** Returns a sequence. `index`: from 1 among the changes of one operation; 0 stands before all of them. */
export function sequenceOf({ seconds, counter }: OperationTime, index: number): Sequence {
  return `${hex(seconds, 8)}${hex(counter, 8)}.${hex(index, 6)}`;
}

/** The time of an operation of the database. */
export interface OperationTime {
  /** Since the epoch. */
  readonly seconds: number;
  /** Among the operations of the second. */
  readonly counter: number;
}

/** Returns the time of the operation that a sequence belongs to. */
export function timeOf(sequence: Sequence): OperationTime {
  return { seconds: Number.parseInt(sequence.slice(0, 8), 16), counter: Number.parseInt(sequence.slice(8, 16), 16) };
}

/** Returns whether a text has the form of a sequence. */
export function isSequence(text: string): boolean {
  return SEQUENCE.test(text);
}

/** Returns the later one. */
export function laterOf(left: Sequence, right: Sequence): Sequence {
  return left < right ? right : left;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
