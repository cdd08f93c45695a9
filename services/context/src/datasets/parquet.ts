import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Row } from './tables.js';

/** Rows of a row group: small enough that a page of candles reads one or two of them. */
const ROW_GROUP_ROWS = 4_096;
const MEMORY_LIMIT = '256MB';
const THREADS = '2';

/** Which rows to read. */
export interface RowRange {
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly limit: number;
}

/** Parquet files with a column `t` (BIGINT, milliseconds) and columns of DOUBLE, ascending by `t`. */
export class ParquetFiles {
  private constructor(private readonly instance: DuckDBInstance) {}

  /** Opens an engine in memory, bounded to 256 MB and two threads, that fetches nothing from the network. */
  static async open(): Promise<ParquetFiles> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY_LIMIT,
      threads: THREADS,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    return new ParquetFiles(instance);
  }

  /** Writes ascending rows to a file; the same rows give the same bytes. */
  async write(file: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
    await this.#connected(async (connection) => {
      const definitions = columns.map((column) => `"${column}" DOUBLE NOT NULL`).join(', ');
      await connection.run(`CREATE TEMP TABLE piece (t BIGINT NOT NULL, ${definitions})`);
      const appender = await connection.createAppender('piece');
      for (const [timeMs, ...values] of rows) {
        appender.appendBigInt(BigInt(timeMs));
        for (const value of values) appender.appendDouble(value);
        appender.endRow();
      }
      appender.closeSync();
      const format = `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_ROWS}`;
      await connection.run(`COPY (SELECT * FROM piece ORDER BY t) TO ${literal(file)} (${format})`);
      await connection.run('DROP TABLE piece');
    });
  }

  /** The first rows of a range over several files, ascending; row groups outside it are skipped by their statistics. */
  async read(files: readonly string[], columns: readonly string[], range: RowRange): Promise<Row[]> {
    const list = files.map(literal).join(', ');
    const names = ['t', ...columns].map((column) => `"${column}"`).join(', ');
    return this.query(
      `SELECT ${names} FROM read_parquet([${list}]) WHERE t >= $from AND t < $to ORDER BY t LIMIT ${range.limit}`,
      { from: bound(range.fromMs), to: bound(range.toMs) },
    );
  }

  /** Rows of a query whose first column is a BIGINT time and whose others are numbers; a null or another type throws. */
  async query(sql: string, values: Record<string, bigint> = {}): Promise<Row[]> {
    return this.#connected(async (connection) => {
      const reader = await connection.runAndReadAll(sql, values);
      return reader.getRows().map((row) => toRow(row));
    });
  }

  /** Columns of a relation such as `read_csv('…')`, with DuckDB's names of their types. */
  async describe(relation: string): Promise<{ name: string; type: string }[]> {
    return this.#connected(async (connection) => {
      const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${relation}`);
      return reader.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
    });
  }

  /** Releases the engine. */
  close(): void {
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

/** Times beyond the range of dates mean no bound. */
function bound(timeMs: number): bigint {
  return BigInt(Math.max(-8.64e15, Math.min(8.64e15, timeMs)));
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
