import { ConfigurationError } from '@platform/kit/config';
import type { Connection, PipelineStage } from 'mongoose';
import {
  heldBy,
  type Lease,
  type LeaseFields,
  releaseLease,
  renewLease,
  takeLease,
  unleased,
} from '../../leases/index.js';
import { FIRST_VERSION, type Migration, newestVersion, oldestReader } from './migration.js';

const COLLECTION = 'data_format';
const RECORD_ID = 'current';
const NEW_DIRECTORY = 'start with a new data directory';

/** What a database says of its own schema. */
interface SchemaRecord extends LeaseFields {
  readonly _id: string;
  /** The oldest schema version whose processes can use the data; those of the first one have read this field alone. */
  readonly format: number;
  /** The schema version of the data; absent where no migration was ever done: then it is `format`. */
  readonly version?: number;
  /** The migrations that were done here, oldest first. */
  readonly applied?: readonly { readonly version: number; readonly name: string; readonly at: Date }[];
}

/** The schema of a database as it is stored in it, and as a process with these migrations knows it. */
export class StoredSchema {
  readonly #newest: number;

  constructor(
    private readonly connection: Connection,
    private readonly migrations: readonly Migration[],
  ) {
    this.#newest = newestVersion(migrations);
  }

  /**
   * Returns the schema version of the data. Marks an empty database with the newest one. Throws `ConfigurationError` where the data is of a
   * version that is older than all migrations, or can't be used by processes that know these migrations alone.
   */
  async version(): Promise<number> {
    const record = (await this.#find()) ?? (await this.#mark());
    const { format, version = format } = record;
    if (version < FIRST_VERSION)
      throw this.#refusal(`data of format ${version}`, `reads format ${FIRST_VERSION} and newer`, NEW_DIRECTORY);
    if (format > this.#newest)
      throw this.#refusal(
        `data for schema version ${format} and newer`,
        `knows ${this.#newest}`,
        'start a newer version of the platform',
      );
    return version;
  }

  /** Returns the migrations that data of a schema version lacks. */
  after(version: number): readonly Migration[] {
    return this.migrations.filter((migration) => migration.version > version);
  }

  /** Takes the right to migrate; returns undefined while another process has it. */
  async take(owner: string, durationMs: number): Promise<Lease | undefined> {
    const taken = await this.#records.findOneAndUpdate(
      { _id: RECORD_ID, ...unleased() },
      [takeLease(owner, durationMs)],
      { returnDocument: 'after' },
    );
    return taken?.lease ?? undefined;
  }

  /** Keeps that right for longer. Throws where another process has it by now. */
  renew(lease: Lease, durationMs: number): Promise<void> {
    return this.#write(lease, [renewLease(durationMs)]);
  }

  /** Gives that right back. Throws where another process has it by now. */
  release(lease: Lease): Promise<void> {
    return this.#write(lease, [releaseLease()]);
  }

  /** Records that a migration was done. Throws where another process has it by now. */
  async record(lease: Lease, { version, name, readableFrom = FIRST_VERSION }: Migration): Promise<void> {
    const done = { version, name: { $literal: name }, at: '$$NOW' };
    const applied = { $concatArrays: [{ $ifNull: ['$applied', []] }, [done]] };
    await this.#write(lease, [{ $set: { version, format: { $max: ['$format', readableFrom] }, applied } }]);
  }

  async #write(lease: Lease, stages: PipelineStage.Set[]): Promise<void> {
    const { matchedCount } = await this.#records.updateOne({ _id: RECORD_ID, ...heldBy(lease) }, stages);
    if (matchedCount === 0) throw new Error(`another process migrates the database ${this.connection.name}`);
  }

  async #mark(): Promise<SchemaRecord> {
    const isEmpty = !(await this.#holdsRecords());
    // Read after that: a process that starts at the same time marks the database before it writes anything else.
    const found = await this.#find();
    if (found !== null) return found;
    if (!isEmpty)
      throw this.#refusal('data that names no format', `reads format ${FIRST_VERSION} and newer`, NEW_DIRECTORY);
    const record = { format: oldestReader(this.migrations), version: this.#newest };
    await this.#records.updateOne({ _id: RECORD_ID }, { $setOnInsert: record }, { upsert: true });
    return (await this.#find()) ?? { _id: RECORD_ID, ...record };
  }

  async #holdsRecords(): Promise<boolean> {
    const names = (await this.connection.listCollections()).map(({ name }) => name);
    for (const name of names.filter((each) => each !== COLLECTION && !each.startsWith('system.')))
      if ((await this.connection.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) return true;
    return false;
  }

  #find(): Promise<SchemaRecord | null> {
    return this.#records.findOne({ _id: RECORD_ID });
  }

  get #records() {
    return this.connection.collection<SchemaRecord>(COLLECTION);
  }

  #refusal(holds: string, knows: string, remedy: string): ConfigurationError {
    return new ConfigurationError(
      `The database ${this.connection.name} holds ${holds}, and this version ${knows}: ${remedy}.`,
    );
  }
}
