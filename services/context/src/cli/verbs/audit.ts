import { auditTable, type TableAudit } from '../../tables/audit-table.js';
import type { TableRecord } from '../../tables/catalogue.js';
import type { TableStore } from '../../tables/table-store.js';
import { disagreements } from './agreement.js';

/** The result of auditing a market's tables. */
export interface MarketAudit {
  readonly tables: readonly (TableAudit & { readonly record: TableRecord })[];
  /** Where its timeframes contradict one another. */
  readonly disagreements: readonly string[];
}

/** Audits the tables of one market, each by itself and against the others; `begins` is told of each before it is read. */
export async function auditMarket(
  records: readonly TableRecord[],
  store: TableStore,
  begins: (record: TableRecord) => void,
): Promise<MarketAudit> {
  const tables: MarketAudit['tables'][number][] = [];
  for (const record of records) {
    begins(record);
    tables.push({ record, ...(await auditTable(record, store)) });
  }
  const rows = tables.map(({ record, rows: read }) => ({ table: record.table, rows: read }));
  return { tables, disagreements: disagreements(rows) };
}
