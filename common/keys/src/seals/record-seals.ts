// Why: docs/decisions/platform/sealed-records.md
import type { SealedFields, Seals } from './seals.js';

/** What of a record is sealed. */
interface SealedPart {
  readonly id: string;
  readonly fields: SealedFields;
}

/** A record as it was read: a seal may be missing where somebody else wrote it. */
type Read<Fields> = Fields & { readonly seal?: string | undefined };

/** The seals of one kind of record: `Fields` is what a record has before it is sealed, as far as its seal covers it. */
export class RecordSeals<Fields> {
  constructor(
    private readonly seals: Seals,
    /** Names the kind: a seal is valid for no other one. */
    private readonly purpose: string,
    private readonly sealedPart: (record: Fields) => SealedPart,
  ) {}

  /** Returns the seal of a new record, in hex. */
  seal(record: Fields): string {
    const { id, fields } = this.sealedPart(record);
    return this.seals.seal(this.purpose, id, fields);
  }

  /** Returns whether the service wrote exactly this record. */
  isSealed(record: Read<Fields>): boolean {
    const { id, fields } = this.sealedPart(record);
    return this.seals.isSealed(this.purpose, id, fields, record.seal);
  }

  /** Returns the record. Throws `SealBrokenError` unless the service wrote exactly this one. */
  proved<Given extends Read<Fields>>(record: Given): Given {
    const { id, fields } = this.sealedPart(record);
    this.seals.require(this.purpose, id, fields, record.seal);
    return record;
  }
}
