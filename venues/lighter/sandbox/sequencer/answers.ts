import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import { OK } from '../answers.js';
import type { RequestLimits } from '../limits.js';
import type { Market } from '../market.js';
import { invalidParam, tooManyRequests, transactionNotFound } from '../refusal.js';
import { type Fields, parsed } from '../requests.js';
import type { Store } from '../store/store.js';
import { accept, type Readable, read, type Sent } from './accept.js';
import { EXECUTION_DELAY_MS, type Sequencer } from './sequencer.js';
import { shownTransaction } from './wire.js';

/** The answers of the endpoints of transactions, by the venue's OpenAPI document. */

const BATCH_MAX = 50;
/** Nothing that the sandbox executes spends a quota. */
const QUOTA = 0;

const type = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number);
const sent = z.object({
  tx_type: type,
  tx_info: z.string(),
  // The official client writes `True` and `False`.
  price_protection: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .optional(),
});
const batch = z.object({ tx_types: z.string(), tx_infos: z.string() });
const types = z.array(z.int().min(0).max(255)).min(1).max(BATCH_MAX);
const infos = z.array(z.string()).min(1).max(BATCH_MAX);
const asked = z.object({ by: z.enum(['hash', 'sequence_index']), value: z.string().min(1).max(100) });

/** What the endpoints are of. */
export interface TransactionParts {
  readonly store: Store;
  /** By id. */
  readonly markets: ReadonlyMap<number, Market>;
  readonly sequencer: Sequencer;
  readonly limits: Pick<RequestLimits, 'spendTransactionOfOwner'>;
  readonly clock: Clock;
}

/** Returns the answer of `sendTx`: accepted, which is not executed yet. */
export async function sendTx(form: unknown, parts: TransactionParts): Promise<object> {
  const { tx_type, tx_info, price_protection } = parsed(sent, form);
  const isProtected = price_protection !== 'false';
  const [tx_hash] = await acceptAll([{ type: tx_type, info: tx_info, isProtected }], parts);
  return { ...accepted(parts), tx_hash };
}

/** Returns the answer of `sendTxBatch`: all are accepted, or none is. */
export async function sendTxBatch(form: unknown, parts: TransactionParts): Promise<object> {
  const { tx_types, tx_infos } = parsed(batch, form);
  const [allTypes, allInfos] = [listOf(types, tx_types, 'tx_types'), listOf(infos, tx_infos, 'tx_infos')];
  if (allTypes.length !== allInfos.length) throw invalidParam('tx_infos');
  const all = allTypes.flatMap((each, place) => ({ type: each, info: allInfos[place] ?? '', isProtected: true }));
  return { ...accepted(parts), tx_hash: await acceptAll(all, parts) };
}

/** Returns the answer of `tx`. */
export function tx(query: Fields, { transactions }: Store): object {
  const { by, value } = parsed(asked, query);
  const found = by === 'hash' ? transactions.byHash(value) : transactions.bySequence(Number(value));
  if (found === undefined) throw transactionNotFound();
  return { code: OK, ...shownTransaction(found), committed_at: 0, verified_at: 0 };
}

async function acceptAll(all: readonly Sent[], parts: TransactionParts): Promise<string[]> {
  return acceptRead(await Promise.all(all.map((each) => read(parts.store, each))), parts);
}

/** Accepts all that was read, or refuses it; returns the hashes. */
export function acceptRead(readable: readonly Readable[], parts: TransactionParts): string[] {
  const { store, markets, sequencer, limits, clock } = parts;
  const owner = store.account(readable[0]?.signed.transaction.accountIndex ?? 0)?.l1Address;
  if (owner !== undefined && !limits.spendTransactionOfOwner(owner)) throw tooManyRequests();
  const context = { store, markets, nowMs: clock.nowMs() };
  const hashes = store.journal.transaction(() => readable.map((each) => accept(context, each)));
  sequencer.schedule();
  return hashes;
}

function accepted({ clock }: TransactionParts) {
  return {
    code: OK,
    predicted_execution_time_ms: clock.nowMs() + EXECUTION_DELAY_MS,
    volume_quota_remaining: QUOTA,
  };
}

function listOf<Item>(schema: z.ZodType<Item[]>, text: string, name: string): Item[] {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw invalidParam(name);
  }
}
