import {
  BatchModifyRequest,
  CancelByCloidRequest,
  CancelRequest,
  ModifyRequest,
  OrderRequest,
  ScheduleCancelRequest,
  UpdateLeverageRequest,
} from '@nktkas/hyperliquid/api/exchange';
import { canonicalize } from '@nktkas/hyperliquid/signing';
import { z } from 'zod';

/** The families that only trade. Whatever moves capital or grants authority is not among them, nor is what is unknown. */
const schemas = {
  order: OrderRequest.entries.action,
  cancel: CancelRequest.entries.action,
  cancelByCloid: CancelByCloidRequest.entries.action,
  modify: ModifyRequest.entries.action,
  batchModify: BatchModifyRequest.entries.action,
  updateLeverage: UpdateLeverageRequest.entries.action,
  scheduleCancel: ScheduleCancelRequest.entries.action,
} as const;

/** A family of actions that a bot may ask for. */
export type Family = keyof typeof schemas;

/** The actions of each family, their fields in the venue's order and spelling, as they are signed. */
export type Actions = { [F in Family]: NonNullable<(typeof schemas)[F]['~standard']['types']>['output'] };

/** An action that only trades, beside the name of its family. */
export type TradingAction<F extends Family = Family> = {
  [Each in F]: { readonly family: Each; readonly action: Actions[Each] };
}[F];

/** One order as actions carry it. */
export type OrderWire = Actions['order']['orders'][number];

const hex32 = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text): `0x${string}` => `0x${text.slice(2).padStart(64, '0')}`);

/** What comes with every action. */
const envelope = z.object({
  action: z.looseObject({ type: z.string().max(64) }),
  nonce: z.int().nonnegative(),
  signature: z.object({ r: hex32, s: hex32, v: z.union([z.literal(27), z.literal(28)]) }),
  vaultAddress: z.string().max(64).nullish(),
  expiresAfter: z.int().nonnegative().nullish(),
});

/** A request of `POST /exchange` for an action that only trades. */
export interface TradingRequest {
  readonly trading: TradingAction;
  readonly nonce: number;
  readonly signature: z.output<typeof envelope>['signature'];
  /** Milliseconds since the Unix epoch. */
  readonly expiresAfter: number | undefined;
}

/** What a body of `POST /exchange` turns out to be. */
export type ParsedRequest =
  | { readonly kind: 'trading'; readonly request: TradingRequest }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'malformed' };

/** Reads a body of `POST /exchange`. */
export function parseRequest(body: unknown): ParsedRequest {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return { kind: 'malformed' };
  const { action, nonce, signature, vaultAddress, expiresAfter } = parsed.data;
  if (vaultAddress != null) return { kind: 'refused', reason: `Vault not registered: ${vaultAddress}` };
  if (!isFamily(action.type)) return { kind: 'refused', reason: `This bot may not do ${action.type}.` };
  const trading = tradingAction(action.type, action);
  if (trading === undefined) return { kind: 'malformed' };
  return { kind: 'trading', request: { trading, nonce, signature, expiresAfter: expiresAfter ?? undefined } };
}

function isFamily(type: string): type is Family {
  return Object.hasOwn(schemas, type);
}

function tradingAction(family: Family, action: unknown): TradingAction | undefined {
  const schema = schemas[family];
  const result = schema['~standard'].validate(action);
  if (result instanceof Promise || result.issues !== undefined) return undefined;
  // The schema is the family's own: the two belong together, which the compiler can't see across the union.
  return { family, action: canonicalize(schema, result.value) } as TradingAction;
}
