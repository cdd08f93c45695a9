import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Row } from '@platform/venues/market-data';

const MEMORY_LIMIT = '256MB';
const THREADS = '2';

/** A column of a file. */
export interface SourceColumn {
  readonly name: string;
  /** DuckDB's name of its type. */
  readonly type: string;
}

/** Reads users' CSV or Parquet files by SQL. */
export class SourceEngine {
  private constructor(private readonly instance: DuckDBInstance) {}

  /** Opens an engine in memory, limited to 256 MB and two threads, without access to the network. */
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

  /** Returns the rows of a query whose first column is a BIGINT time and whose others are numbers; throws on a null or another type. */
  async query(sql: string): Promise<Row[]> {
    return this.#connected(async (connection) => {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRows().map((row) => toRow(row));
    });
  }

  /** Returns the columns of a relation such as `read_csv('…')`. */
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

/** Returns an SQL string literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function toRow([time, ...values]: readonly unknown[]): Row {
  if (typeof time !== 'bigint') throw new TypeError('a row has no time');
  return [
    Number(time),
    ...values.map((value) => {
      if (typeof value !== 'number') throw new TypeError('a row holds a value that is not a number');
      return value;
    }),
  ];
}
