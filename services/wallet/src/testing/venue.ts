/** The Hyperliquid reads that the wallet service uses, answered from a test's data. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Clock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { SharedAllowances } from '@platform/store/allowances';
import type { Connection } from '@platform/store/mongo';
import { openVenues, type WalletVenues } from '@platform/venues/wallet';
import { z } from 'zod';
import type { DomainOptions } from '../domain.js';
import { nonceStores } from '../signing/nonces.js';
import { listen } from './listen.js';
import { TestVenueMoney } from './venue-money.js';

const Request = z.object({ type: z.string(), user: z.string() });
const Action = z.looseObject({ type: z.string() });
const Approval = z.object({ action: z.looseObject({ type: z.string(), agentAddress: z.string().optional() }) });

/** A venue that answers `POST /info`, and at `POST /exchange` accepts every approval, and withdrawals as the real one does. */
export interface TestVenue {
  readonly apiUrl: string;
  /** Equity by address in lower case, as the venue writes amounts; an address without an entry has no account. */
  readonly equity: Map<string, string>;
  /** Its withdrawals, and what it owes. */
  readonly money: TestVenueMoney;
  /** Entries of the venue's ledger by address in lower case. */
  readonly ledger: Map<string, readonly object[]>;
  /** The addresses that were read, in order. */
  readonly asked: string[];
  /** The approvals that were sent, in order. */
  readonly approvals: Record<string, unknown>[];
  /** What it says of approvals; undefined accepts them. */
  refusal: string | undefined;
  /** While set, every read fails. */
  isDown: boolean;
  close(): Promise<void>;
}

/** Starts a venue without accounts. */
export async function startTestVenue(): Promise<TestVenue> {
  const server = createServer(async (request, response) => {
    if (request.url === '/exchange') {
      const body = await json(request);
      const { type } = z.object({ action: Action }).parse(body).action;
      if (type === 'withdraw3' || type === 'noop') {
        const answer = venue.isDown ? undefined : await venue.money.act(body);
        // An answer that is lost: the caller can't know what was done.
        if (answer === undefined) response.destroy();
        else response.end(JSON.stringify(answer));
        return;
      }
      const { action } = Approval.parse(body);
      if (venue.refusal === undefined) venue.approvals.push(action);
      const refused = { status: 'err', response: venue.refusal };
      response.end(
        JSON.stringify(venue.refusal === undefined ? { status: 'ok', response: { type: 'default' } } : refused),
      );
      return;
    }
    // At another venue, nobody has anything.
    if (request.method === 'GET') {
      response.writeHead(400).end('{}');
      return;
    }
    const { type, user } = Request.parse(await json(request));
    venue.asked.push(user);
    const equity = venue.equity.get(user.toLowerCase());
    const answers: Readonly<Record<string, unknown>> = {
      userRole: { role: equity === undefined ? 'missing' : 'user' },
      userNonFundingLedgerUpdates: venue.ledger.get(user.toLowerCase()) ?? [],
      clearinghouseState: {
        marginSummary: { accountValue: equity ?? '0.0' },
        withdrawable: equity ?? '0.0',
        assetPositions: [],
      },
      frontendOpenOrders: [],
      extraAgents: agentsIn(venue.approvals),
      maxBuilderFee: 0,
    };
    response.writeHead(venue.isDown ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answers[type]));
  });
  const [equity, ledger] = [new Map<string, string>(), new Map<string, readonly object[]>()];
  const venue: TestVenue = {
    apiUrl: await listen(server),
    ...{ equity, ledger, money: new TestVenueMoney(equity, ledger) },
    asked: [],
    approvals: [],
    refusal: undefined,
    isDown: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return venue;
}

/** The venue keeps the latest agent of each name. */
function agentsIn(approvals: TestVenue['approvals']) {
  const named = approvals
    .filter(({ type }) => type === 'approveAgent')
    .map((each) => [each['agentName'], each['agentAddress']]);
  return [...new Map(named.map(([name, address]) => [name, address]))].map(([name, address]) => ({ name, address }));
}

export const BUILDER = '0x2000000000000000000000000000000000000002';

/** Returns what opens the wallet's view of a venue without rate limits. */
export function testVenues(
  url: string,
  { connection, clock }: { readonly connection: Connection; readonly clock: Clock },
): DomainOptions['openVenues'] {
  return (parts) =>
    openVenues(
      {
        HYPERLIQUID_API_URL: url,
        HYPERLIQUID_WEIGHT_PER_MINUTE: 10_000_000,
        HYPERLIQUID_BUILDER_ADDRESS: BUILDER,
        // The chains of these tests have none of its contracts: nothing is known of it there.
        POLYMARKET_CLOB_URL: url,
        POLYMARKET_BRIDGE_URL: url,
        POLYMARKET_RELAYER_URL: url,
        POLYMARKET_CLOB_REQUESTS_PER_MINUTE: 1_000_000,
        LIGHTER_API_URL: url,
        LIGHTER_WALLET_REQUESTS_PER_MINUTE: 1_000_000,
        LIGHTER_WALLET_TRANSACTIONS_PER_MINUTE: 1_000_000,
      },
      {
        ...parts,
        nonces: nonceStores(connection, clock),
        requests: {
          clock: systemClock,
          allowances: new SharedAllowances(connection, createLogger({ process: 'test', level: 'silent' })),
        },
      },
    );
}

/** Closes the connections to all venues. */
export async function closeVenues(venues: WalletVenues): Promise<void> {
  await Promise.all(Object.values(venues).map((venue) => venue.close()));
}
