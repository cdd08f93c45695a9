import { z } from 'zod';
import { decimalText } from '../decimals.js';
import type { Perpetual } from '../market.js';
import { MARGIN_TABLES } from '../perpetuals.js';
import { unknownName } from '../refusal.js';
import type { Venue } from '../venue.js';
import { assetContext } from '../wire.js';
import { type InfoHandler, infoHandler } from './handler.js';

const noParameters = z.object({});
const ofDex = z.object({ dex: z.string().nullish() });

/** What is listed: perpetuals, spot (only the collateral token), builder-deployed dexes (none). */
export const listingHandlers: Readonly<Record<string, InfoHandler>> = {
  meta: infoHandler(ofDex, ({ dex }, venue) => {
    requireFirstDex(dex);
    return meta(venue);
  }),
  allPerpMetas: infoHandler(noParameters, (_request, venue) => [meta(venue)]),
  metaAndAssetCtxs: infoHandler(ofDex, ({ dex }, venue) => {
    requireFirstDex(dex);
    const atMs = venue.clock.nowMs();
    return [meta(venue), [...venue.markets.values()].map((market) => assetContext(market, atMs))];
  }),
  spotMeta: infoHandler(noParameters, () => spotMeta()),
  spotMetaAndAssetCtxs: infoHandler(noParameters, () => [spotMeta(), []]),
  perpDexs: infoHandler(noParameters, () => [null]),
  exchangeStatus: infoHandler(noParameters, (_request, venue) => ({
    time: venue.clock.nowMs(),
    specialStatuses: null,
  })),
};

/** Only the venue's own dex exists; it has the empty name. */
export function requireFirstDex(dex: string | null | undefined): void {
  if (dex !== undefined && dex !== null && dex !== '') throw unknownName();
}

function meta(venue: Venue) {
  return {
    universe: [...venue.markets.values()].map((market) => universeEntry(market.perpetual)),
    marginTables: MARGIN_TABLES.map(([id, description, tiers]) => [
      id,
      {
        description,
        marginTiers: tiers.map(([lowerBound, maxLeverage]) => ({ lowerBound: decimalText(lowerBound), maxLeverage })),
      },
    ]),
    collateralToken: 0,
  };
}

function universeEntry({ szDecimals, coin, maxLeverage, marginTableId }: Perpetual) {
  return { szDecimals, name: coin, maxLeverage, marginTableId };
}

function spotMeta() {
  return {
    universe: [],
    tokens: [
      {
        name: 'USDC',
        szDecimals: 8,
        weiDecimals: 8,
        index: 0,
        tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054',
        isCanonical: true,
        evmContract: null,
        fullName: null,
        deployerTradingFeeShare: '0.0',
      },
    ],
  };
}
