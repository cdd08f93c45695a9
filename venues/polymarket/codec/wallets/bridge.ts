import { type Address, getAddress, isAddress } from 'viem';
import { z } from 'zod';

const PAGE_MAX = 1_000;

/** The venue takes nothing; those who carry a payment may keep as much. */
export const BRIDGE_FEE_MICRO_USDC_MAX = 1_000_000n;
/** What is less may be lost. Source: docs.polymarket.com/trading/bridge/supported-assets, November 2026. */
export const BRIDGE_LEAST_MICRO_USDC = 2_000_000n;

/**
 * Answer of `POST /deposit` and `POST /withdraw`: the address on EVM chains whose USDC becomes pUSD of the wallet that was named, or whose pUSD
 * becomes what was asked for.
 */
export const bridgeAddress = z
  .object({
    address: z.object({
      evm: z
        .string()
        .refine((text): text is Address => isAddress(text, { strict: false }))
        .transform((text) => getAddress(text)),
    }),
  })
  .transform(({ address }) => address.evm);

/** Answer of `POST /quote`: what would be paid, in units of the token that is paid. */
export const bridgeQuote = z
  .object({
    estToTokenBaseUnit: z
      .string()
      .regex(/^\d{1,78}$/)
      .transform(BigInt),
  })
  .transform(({ estToTokenBaseUnit }) => estToTokenBaseUnit);

/** Answer of `GET /status/{address}`: a page of what has arrived there, the newest first. */
export const bridgeTransfers = z
  .object({
    transactions: z
      .array(
        z.object({
          fromChainId: z.coerce.string(),
          fromAmountBaseUnit: z
            .string()
            .regex(/^\d{1,78}$/)
            .transform(BigInt),
          // States that are not known yet are no end.
          status: z.string(),
          createdTimeMs: z.number().nullish(),
        }),
      )
      .max(PAGE_MAX),
  })
  .transform(({ transactions }) =>
    transactions.map(({ fromChainId, fromAmountBaseUnit, status, createdTimeMs }) => ({
      fromChainId,
      /** In units of the token that was sent. */
      amount: fromAmountBaseUnit,
      isCompleted: status === 'COMPLETED',
      /** Milliseconds since the Unix epoch; undefined while it was only detected. */
      createdMs: createdTimeMs ?? undefined,
    })),
  );

/** Money that has arrived at an address of the bridge. */
export type BridgeTransfer = z.output<typeof bridgeTransfers>[number];
