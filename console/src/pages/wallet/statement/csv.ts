import type { LineFragment } from '../generated/documents.js';

/** The columns of `GET /wallet/ledger.csv`, in its order. */
const COLUMNS = {
  booked_at: ({ bookedAt }) => bookedAt,
  kind: ({ kind }) => kind,
  description: ({ description }) => description,
  amount_usd: ({ amountUsd }) => amountUsd,
  fee_usd: ({ feeUsd }) => feeUsd,
  held_change_usd: ({ heldChangeUsd }) => heldChangeUsd,
  venue_change_usd: ({ venueChangeUsd }) => venueChangeUsd,
  network: ({ network }) => network,
  venue: ({ venue }) => venue,
  wallet_address: ({ walletAddress }) => walletAddress,
  tx_hash: ({ txHash }) => txHash,
  operation_id: ({ operationId }) => operationId,
  id: ({ id }) => id,
} as const satisfies Readonly<Record<string, (line: LineFragment) => string | null>>;

/** Lines of a statement as CSV (RFC 4180). */
export function csvOf(lines: readonly LineFragment[]): string {
  const rows = lines.map((line) => Object.values(COLUMNS).map((cellOf) => cellOf(line) ?? ''));
  return [Object.keys(COLUMNS), ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** Spreadsheets run what begins like a formula; a number that is negative is none. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
