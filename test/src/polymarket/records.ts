import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';

const order = z.object({
  id: z.string(),
  sharesMicro: z.string(),
  budgetMicro: z.string().nullable(),
  matchedMicro: z.string(),
  status: z.string(),
});

/** An order as the venue has it. */
export interface VenueOrder extends z.output<typeof order> {
  /** What the order is for in millionths: what a market order to buy spends, or its shares. */
  readonly sizeMicro: string;
}

/** Returns all orders of an account from the venue's own records. */
export function ordersOf(platform: Platform, account: string): VenueOrder[] {
  const path = join(platform.dataDirectory, 'venues', 'polymarket', 'polymarket.sqlite');
  const records = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    return records
      .prepare('SELECT document FROM orders WHERE account = ? ORDER BY seq')
      .all(account.toLowerCase())
      .map(({ document }) => {
        const read = order.parse(JSON.parse(String(document)));
        return { ...read, sizeMicro: read.budgetMicro ?? read.sharesMicro };
      });
  } finally {
    records.close();
  }
}

const execution = z.object({
  _id: z.string(),
  status: z.string(),
  actionType: z.string(),
  identity: z.object({ actionHash: z.string() }).optional(),
});

/** Returns an account's executions as they are stored, by their ids. */
export async function executionsOf(platform: Platform, accountId: string) {
  const found = await withStore(platform, 'execution', (store) =>
    store.collection('executions').find({ accountId }).toArray(),
  );
  return new Map(found.map((each) => execution.parse(each)).map((each) => [each._id, each]));
}

/** Returns what asked for each signature of an account for the venue's orders and cancels. */
export async function causesOfSignatures(platform: Platform, accountId: string): Promise<string[]> {
  const found = await withStore(platform, 'wallet', (store) =>
    store.collection('signatures').find({ accountId, family: 'clob_request' }).toArray(),
  );
  return found.map(({ cause }) => String(cause));
}
