import { z } from 'zod';
import { isTradingFamily, parseTradingAction, type SignedAction } from '../codec/index.js';

const hex32 = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text): `0x${string}` => `0x${text.slice(2).padStart(64, '0')}`);

/** The fields of every action's request. */
const envelope = z.object({
  action: z.looseObject({ type: z.string().max(64) }),
  nonce: z.int().nonnegative(),
  signature: z.object({ r: hex32, s: hex32, v: z.union([z.literal(27), z.literal(28)]) }),
  vaultAddress: z.string().max(64).nullish(),
  expiresAfter: z.int().nonnegative().nullish(),
});

/** The parsed body of `POST /exchange`. */
export type ParsedRequest =
  | { readonly kind: 'trading'; readonly request: SignedAction }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'malformed' };

/** Parses a body of `POST /exchange`. */
export function parseRequest(body: unknown): ParsedRequest {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return { kind: 'malformed' };
  const { action, nonce, signature, vaultAddress, expiresAfter } = parsed.data;
  if (vaultAddress != null) return { kind: 'refused', reason: `Vault not registered: ${vaultAddress}` };
  if (!isTradingFamily(action.type)) return { kind: 'refused', reason: `This bot may not do ${action.type}.` };
  const trading = parseTradingAction(action.type, action);
  if (!trading.ok) return { kind: 'malformed' };
  const request = { action: trading.action, nonce, signature, expiresAfter: expiresAfter ?? undefined };
  return { kind: 'trading', request };
}
