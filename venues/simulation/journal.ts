import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

const COUNTERS = 'CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;';

/** A row, its columns by name. */
export type Row = Record<string, SQLOutputValue>;

/** An executed statement that changed the state. */
export interface Written {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Where a venue's state is, and the tables that it has beside its counters. */
export interface JournalOptions {
  /** The folder of the file, which is created if needed. */
  readonly stateDirectory: string;
  readonly file: string;
  /** Statements that create what is not there. */
  readonly schema: string;
}

/**
 * A venue's durable state: one SQLite file. A transaction that has returned is on disk (write-ahead log, `fsync` at each commit), one
 * that has thrown left nothing, so after a kill at any line each change is stored whole or not at all.
 */
export class Journal {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #listeners: ((written: readonly Written[]) => void)[] = [];
  /** The statements of the open transaction so far. */
  #written: Written[] = [];

  /** Opens the file; a copy holds the current content in memory alone. */
  constructor(
    private readonly options: JournalOptions,
    isCopy = false,
  ) {
    const { stateDirectory, schema } = options;
    mkdirSync(stateDirectory, { recursive: true });
    const file = join(stateDirectory, options.file);
    this.#database = new DatabaseSync(isCopy ? ':memory:' : file, { timeout: 5_000 });
    if (!isCopy) this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    this.#database.exec(COUNTERS + schema);
    if (isCopy) this.#copyFrom(file);
  }

  /** Returns an independent journal in memory with the current content. */
  copy(): Journal {
    return new Journal(this.options, true);
  }

  /** Calls back with each transaction's statements once it is on disk. */
  onWritten(listener: (written: readonly Written[]) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.#database.close();
  }

  /** Makes all changes of `work`, or none when it throws; inside another transaction it is a part that can fail by itself. */
  transaction<Result>(work: () => Result): Result {
    const nested = this.#database.isTransaction;
    const before = nested ? this.#written.length : 0;
    this.#database.exec(nested ? 'SAVEPOINT part' : 'BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec(nested ? 'RELEASE part' : 'COMMIT');
      if (!nested) this.#tell();
      return result;
    } catch (error) {
      this.#written.length = before;
      if (this.#database.isTransaction) this.#database.exec(nested ? 'ROLLBACK TO part; RELEASE part' : 'ROLLBACK');
      throw error;
    }
  }

  /** Returns every row of a query. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values);
  }

  /** Returns the first row of a query. */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepared(sql).get(...values);
  }

  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    const { changes } = this.#prepared(sql).run(...values);
    if (this.#listeners.length > 0) this.#written.push({ sql, values });
    if (!this.#database.isTransaction) this.#tell();
    return Number(changes);
  }

  /** Returns how many rows were changed since the start. */
  changes(): number {
    return Number(this.get('SELECT total_changes() AS changes')?.['changes'] ?? 0);
  }

  /** Returns a named whole number, 0 at first. */
  counter(name: string): number {
    return Number(this.get('SELECT value FROM counters WHERE name = ?', name)?.['value'] ?? 0);
  }

  /** Sets a named whole number. */
  setCounter(name: string, value: number): void {
    this.run('INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)', name, value);
  }

  /** Returns the next value of a named sequence, starting at 1. */
  next(name: string): number {
    const value = this.counter(name) + 1;
    this.setCounter(name, value);
    return value;
  }

  #tell(): void {
    const written = this.#written;
    this.#written = [];
    if (written.length > 0) for (const listener of this.#listeners) listener(written);
  }

  #copyFrom(file: string): void {
    this.#prepared('ATTACH ? AS origin').run(file);
    for (const { name } of this.all("SELECT name FROM main.sqlite_master WHERE type = 'table'"))
      this.#database.exec(`INSERT INTO main.${name} SELECT * FROM origin.${name}`);
    this.#database.exec('DETACH origin');
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
