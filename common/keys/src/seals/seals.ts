// Why: docs/decisions/platform/sealed-records.md
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';

/** The version of the form that is sealed: a change of it leaves no old seal valid. */
const VERSION = 1;

type Value = string | number | bigint | boolean | Date | readonly string[] | null | undefined;

/** What a seal covers, by name. An absent field and one that is undefined are the same. */
export type SealedFields = Readonly<Record<string, Value>>;

/** A record that isn't what the service wrote: it was inserted, changed or moved by somebody with access to the database. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';

  constructor(
    readonly purpose: string,
    readonly id: string,
  ) {
    super(`${purpose} ${id} is not as the service wrote it`);
  }
}

/**
 * Proves that a record was written by its service: the key of a seal is never in the database. A seal is the HMAC-SHA256 of the record's
 * fields with its purpose and id, so that it is valid for no other record. It doesn't prove that the record is the newest of its id.
 */
export class Seals {
  constructor(
    private readonly current: Secret<Buffer>,
    /** Gets one error per broken seal that is found. */
    private readonly logger: Logger,
    /** Keys whose seals are still valid; they make none. */
    private readonly former: readonly Secret<Buffer>[] = [],
  ) {}

  /** Returns the seal of a record, in hex. */
  seal(purpose: string, id: string, fields: SealedFields): string {
    return mac(this.current, ['seal', VERSION, purpose, id, canonical(fields)]);
  }

  /** Returns whether exactly these fields were sealed, under this purpose and id; logs it as an error when they were not. */
  isSealed(purpose: string, id: string, fields: SealedFields, seal: string | undefined): boolean {
    const text = canonical(fields);
    const isSealed = this.#keys.some((key) => isSame(mac(key, ['seal', VERSION, purpose, id, text]), seal ?? ''));
    if (!isSealed) this.logger.error({ purpose, id }, 'a record is not as the service wrote it');
    return isSealed;
  }

  /** Throws `SealBrokenError` unless exactly these fields were sealed, under this purpose and id. */
  require(purpose: string, id: string, fields: SealedFields, seal: string | undefined): void {
    if (!this.isSealed(purpose, id, fields, seal)) throw new SealBrokenError(purpose, id);
  }

  /** Returns the stored form of a secret, in hex: nobody can compute it for a secret of their own without the key. */
  hash(purpose: string, secret: Secret): string {
    return mac(this.current, ['hash', VERSION, purpose, secret.reveal()]);
  }

  /** Returns the forms in which a secret may be stored: one per key, the current one first. */
  hashes(purpose: string, secret: Secret): string[] {
    return this.#keys.map((key) => mac(key, ['hash', VERSION, purpose, secret.reveal()]));
  }

  get #keys(): readonly Secret<Buffer>[] {
    return [this.current, ...this.former];
  }
}

function mac(key: Secret<Buffer>, parts: readonly unknown[]): string {
  return createHmac('sha256', key.reveal()).update(JSON.stringify(parts)).digest('hex');
}

function isSame(expected: string, given: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** Returns one text per set of fields: sorted by name, each with its type, so that `1` and `'1'` differ. */
function canonical(fields: SealedFields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(
    given.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => [name, typed(value)]),
  );
}

function typed(value: Value): unknown {
  if (value instanceof Date) return ['date', value.toISOString()];
  if (typeof value === 'bigint') return ['bigint', String(value)];
  return value;
}
