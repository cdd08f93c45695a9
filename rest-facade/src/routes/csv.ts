import { stringify } from 'csv-stringify/sync';

/**
 * Returns rows as CSV (RFC 4180). Users choose some texts, such as tags, and spreadsheets run text that begins like a formula: see OWASP,
 * CSV injection.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { string: (cell) => (cell.startsWith('\n') ? `'${cell}` : cell) },
  });
}
