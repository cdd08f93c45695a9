import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Row } from '@platform/venues/market-data';

const MEMORY_LIMIT = '256MB';
const THREADS = '2';

/** A column of a file. */
export interface SourceColumn {
  readonly name: string;
  /** As DuckDB names it. */
  readonly type: string;
}

/** Reads what users bring, CSV or Parquet of whatever make, by SQL. */
export class SourceEngine {
  private constructor(private readonly instance: DuckDBInstance) {}

  /** Opens an engine in memory, bounded to 256 MB and two threads, that fetches nothing from the network. */
  static async open(): Promise<SourceEngine> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY_LIMIT,
      threads: THREADS,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    return new SourceEngine(instance);
  }

  /** Rows of a query whose first column is a BIGINT time and whose others are numbers; a null or another type throws. */
  async query(sql: string): Promise<Row[]> {
    return this.#connected(async (connection) => {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRows().map((row) => toRow(row));
    });
  }

  /** Columns of a relation such as `read_csv('…')`. */
  async describe(relation: string): Promise<SourceColumn[]> {
    return this.#connected(async (connection) => {
      const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${relation}`);
      return reader.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
    });
  }

  /** Releases the engine. */
  [Symbol.dispose](): void {
    this.instance.closeSync();
  }

  async #connected<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  }
}

/** An SQL string literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function toRow([time, ...values]: readonly unknown[]): Row {
  if (typeof time !== 'bigint') throw new TypeError('a row has no time');
  return [
    Number(time),
    ...values.map((value) => {
      if (typeof value !== 'number') throw new TypeError('a row holds something that is no number');
      return value;
    }),
  ];
}
