import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';

/** The kind of transaction that registers a key. */
const CHANGE_PUB_KEY = 8;

const transaction = z.object({
  hash: z.string(),
  /** Of the key. */
  nonce: z.coerce.number(),
  type: z.number(),
  /** 0 failed, 1 pending, 2 executed. */
  status: z.number(),
  event_info: z.string(),
});

/** A transaction as the venue has it. */
export type VenueTransaction = z.output<typeof transaction>;

const order = z.object({ clientIndex: z.number(), status: z.string(), filledMicroUsdc: z.coerce.bigint() });

/** An account at the venue, from the venue's own records. */
export interface VenueRecords {
  /** What its key has signed but for the key's registration, in the order of acceptance. */
  readonly transactions: readonly VenueTransaction[];
  /** The registrations of the key: of one key, but more than one where the venue showed the first too late. */
  readonly registrations: readonly VenueTransaction[];
  readonly orders: readonly z.output<typeof order>[];
  /** What its key's next transaction must have. */
  readonly nextNonce: number;
}

/** Reads the venue's own records of an owner's account. */
export function recordsOf(platform: Platform, owner: string): VenueRecords {
  const path = join(platform.dataDirectory, 'venues', 'lighter', 'lighter.sqlite');
  const records = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const all = (query: string) => records.prepare(query).all(owner.toLowerCase());
    const ofOwner = 'account_index = (SELECT account_index FROM accounts WHERE l1_address = ?)';
    const sent = all(`SELECT * FROM transactions WHERE ${ofOwner} ORDER BY seq`).map((row) => transaction.parse(row));
    const orders = all(`SELECT document FROM orders WHERE ${ofOwner} ORDER BY order_index`);
    const [key] = all(`SELECT nonce FROM api_keys WHERE ${ofOwner}`);
    return {
      transactions: sent.filter(({ type }) => type !== CHANGE_PUB_KEY),
      registrations: sent.filter(({ type }) => type === CHANGE_PUB_KEY),
      orders: orders.map(({ document }) => order.parse(JSON.parse(String(document)))),
      nextNonce: Number(key?.['nonce']),
    };
  } finally {
    records.close();
  }
}

const execution = z.object({
  _id: z.string(),
  status: z.string(),
  actionType: z.string(),
  identity: z.object({ actionHash: z.string(), nonce: z.number() }).optional(),
});

/** Returns an account's executions as they are stored, by their ids. */
export async function executionsOf(platform: Platform, accountId: string) {
  const found = await withStore(platform, 'execution', (store) =>
    store.collection('executions').find({ accountId }).toArray(),
  );
  return new Map(found.map((each) => execution.parse(each)).map((each) => [each._id, each]));
}
