import { z } from 'zod';
import { ListLedgerDocument, type ListLedgerQuery } from '../../../generated/operations.js';
import { toCsv } from '../../csv.js';
import { INSTANT, textStream } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';

/** The largest page of the graph: each page counts as one request of the caller. */
const PAGE_SIZE = 100;

type Ledger = ListLedgerQuery['account']['ledger'];
type Line = Ledger['edges'][number]['node'];

/** The columns in order; what does not apply leaves its cell empty. */
const columns = {
  booked_at: ({ bookedAt }) => bookedAt,
  kind: ({ kind }) => kind,
  description: ({ description }) => description,
  amount_usd: ({ amountUsd }) => Number(amountUsd),
  fee_usd: ({ feeUsd }) => Number(feeUsd),
  held_change_usd: ({ heldChangeUsd }) => Number(heldChangeUsd),
  venue_change_usd: ({ venueChangeUsd }) => Number(venueChangeUsd),
  network: ({ network }) => network,
  venue: ({ venue }) => venue,
  wallet_address: ({ walletAddress }) => walletAddress,
  tx_hash: ({ txHash }) => txHash,
  operation_id: ({ operationId }) => operationId,
  id: ({ id }) => id,
} satisfies Readonly<Record<string, (line: Line) => string | number | null>>;

const EXAMPLE = `${Object.keys(columns).join(',')}\r
2026-01-02T03:00:00.000Z,deposit,Deposit on Arbitrum One,120,0,120,0,arbitrum,,0x1000000000000000000000000000000000000001,0x11,dep_01,mov_01\r
`;

const instant = z
  .string()
  .regex(INSTANT, 'must be an ISO 8601 date, or date and time with a zone')
  .meta({ examples: ['2026-01-01'] })
  .exactOptional();

/** `GET /wallet/ledger.csv` */
export const listLedger = defineRoute({
  method: 'GET',
  path: '/wallet/ledger.csv',
  summary:
    'Reads the statement of the account as CSV, newest first: one line per movement of its money; every 100 lines count as one request',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({
    ...noFields,
    query: z.strictObject({
      from: instant.describe('Only what was booked at this time or later'),
      to: instant.describe('Only what was booked before this time'),
    }),
  }),
  mediaType: 'text/csv',
  response: {
    200: textStream(
      'CSV (RFC 4180) with a header row and one row per movement; the column held_change_usd adds up to what the wallets hold',
      EXAMPLE,
    ),
  },
  refusals: ['bad_request', 'wallet_repository_unavailable'],
  operation: ListLedgerDocument,
  variables: ({ query }) => variablesOf(query),
  respond: ({ account: { id, ledger } }, { query }, askAgain) => {
    const nextPage = async (after: string | null) => (await askAgain({ ...variablesOf(query), after })).account.ledger;
    return {
      status: 200,
      body: ReadableStream.from(csvOf(ledger, nextPage)),
      headers: { 'content-disposition': `attachment; filename="${id}-ledger.csv"` },
    };
  },
});

function variablesOf({ from, to }: { readonly from?: string; readonly to?: string }) {
  return { first: PAGE_SIZE, createdFrom: from, createdTo: to };
}

/** Yields one piece of text per page; at most one page is held in memory. */
async function* csvOf(first: Ledger, nextPage: (after: string | null) => Promise<Ledger>) {
  yield toCsv([Object.keys(columns)]);
  for (let page = first; ; page = await nextPage(page.pageInfo.endCursor)) {
    yield toCsv(page.edges.map(({ node }) => Object.values(columns).map((cellOf) => cellOf(node))));
    if (!page.pageInfo.hasNextPage) return;
  }
}
