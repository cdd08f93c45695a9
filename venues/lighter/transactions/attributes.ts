import { z } from 'zod';
import { accountIndex, integratorFee, marketOrNone, orderVersion } from './fields.js';

/** What a transaction may carry beside its fields: `types/txtypes/tx_attributes.go`, and number 8 as the signer writes it since 1.1. */
export interface Attributes {
  /** Whose fees the order pays, in parts of 1,000,000. */
  readonly integratorAccountIndex?: number | undefined;
  readonly integratorTakerFee?: number | undefined;
  readonly integratorMakerFee?: number | undefined;
  /** 1: the nonce need not follow the last one. */
  readonly skipTxNonce?: number | undefined;
  /** The market that a cancel of all is about; 255: all. */
  readonly cancelAllMarketIndex?: number | undefined;
  /** 0 to 3: expire the maker, the taker or both, or reduce. */
  readonly selfTradeBehaviorMode?: number | undefined;
  /** 0: the same account; 1: the same master account. */
  readonly selfTradeEqualityMode?: number | undefined;
  /** The version of the order that is modified. */
  readonly orderVersion?: number | undefined;
}

const ATTRIBUTES_MAX = 4;

/** The attributes in the order of their numbers, from 1. One that has the value of an absent one is not signed. */
const kinds = [
  { name: 'integratorAccountIndex', absent: 0 },
  { name: 'integratorTakerFee', absent: 0 },
  { name: 'integratorMakerFee', absent: 0 },
  { name: 'skipTxNonce', absent: 0 },
  { name: 'cancelAllMarketIndex', absent: 255 },
  { name: 'selfTradeBehaviorMode', absent: 0 },
  { name: 'selfTradeEqualityMode', absent: 0 },
  { name: 'orderVersion', absent: 0 },
] as const;

/** Attributes as the venue writes them: by their numbers, or null. */
export const attributes = z
  .strictObject({
    1: accountIndex.optional(),
    2: integratorFee.optional(),
    3: integratorFee.optional(),
    4: z.int().min(0).max(1).optional(),
    5: marketOrNone.optional(),
    6: z.int().min(0).max(3).optional(),
    7: z.int().min(0).max(1).optional(),
    8: orderVersion.optional(),
  })
  .refine((given) => Object.keys(given).length <= ATTRIBUTES_MAX, `must be at most ${ATTRIBUTES_MAX}`)
  .nullish()
  .transform((given): Attributes => {
    const values = Object.entries(given ?? {}).map(([number, value]) => [kinds[Number(number) - 1]?.name, value]);
    return Object.fromEntries(values);
  });

/** Returns the numbers that are hashed: four pairs of number and value; undefined where no attribute says anything. */
export function attributeElements(given: Attributes): readonly bigint[] | undefined {
  const said = kinds.flatMap(({ name, absent }, place) => {
    const value = given[name] ?? absent;
    return value === absent ? [] : [BigInt(place + 1), BigInt(value)];
  });
  if (said.length === 0) return undefined;
  return [...said, ...new Array<bigint>(Math.max(0, 2 * ATTRIBUTES_MAX - said.length)).fill(0n)];
}
