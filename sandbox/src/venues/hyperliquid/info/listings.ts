import { z } from 'zod';
import { decimalText } from '../decimals.js';
import type { Perpetual } from '../market.js';
import { MARGIN_TABLES } from '../perpetuals.js';
import { unknownName } from '../refusal.js';
import type { Venue } from '../venue.js';
import { assetContexts } from '../wire.js';
import { type InfoHandler, infoHandler } from './handler.js';

const SINGLE_TIER_ID_MAX = 50;
const noParameters = z.object({});
const ofDex = z.object({ dex: z.string().nullish() });

/** What is listed: perpetuals, spot (only the collateral token), builder-deployed dexes and outcome markets (none). */
export const listingHandlers: Readonly<Record<string, InfoHandler>> = {
  meta: infoHandler(ofDex, ({ dex }, venue) => {
    requireFirstDex(dex);
    return meta(venue);
  }),
  allPerpMetas: infoHandler(noParameters, (_request, venue) => [meta(venue)]),
  metaAndAssetCtxs: infoHandler(ofDex, ({ dex }, venue) => {
    requireFirstDex(dex);
    const atMs = venue.clock.nowMs();
    return [meta(venue), assetContexts(venue, atMs)];
  }),
  spotMeta: infoHandler(noParameters, () => spotMeta()),
  spotMetaAndAssetCtxs: infoHandler(noParameters, () => [spotMeta(), []]),
  outcomeMeta: infoHandler(noParameters, () => ({ outcomes: [], questions: [] })),
  perpDexs: infoHandler(noParameters, () => [null]),
  marginTable: infoHandler(ofDex.extend({ id: z.int().nonnegative() }), ({ id, dex }) => {
    requireFirstDex(dex);
    return marginTable(id);
  }),
  perpsAtOpenInterestCap: infoHandler(ofDex, ({ dex }) => {
    requireFirstDex(dex);
    return [];
  }),
  exchangeStatus: infoHandler(noParameters, (_request, venue) => ({
    time: venue.clock.nowMs(),
    specialStatuses: null,
  })),
};

/** Only the venue's own dex exists; it has the empty name. */
export function requireFirstDex(dex: string | null | undefined): void {
  if (dex !== undefined && dex !== null && dex !== '') throw unknownName();
}

/** What is listed, as `meta` shows it. */
export function meta(venue: Venue) {
  return {
    universe: [...venue.markets.values()].map((market) => universeEntry(market.perpetual)),
    marginTables: MARGIN_TABLES.map(([id]) => [id, marginTable(id)]),
    collateralToken: 0,
  };
}

/** A margin table; those with an id below the first that is listed have one tier, whose leverage is the id. */
function marginTable(id: number) {
  const listed = MARGIN_TABLES.find(([tableId]) => tableId === id);
  if (listed === undefined && (id === 0 || id > SINGLE_TIER_ID_MAX)) throw unknownName();
  const [, description, tiers] = listed ?? [id, '', [[0, id]] as const];
  return {
    description,
    marginTiers: tiers.map(([lowerBound, maxLeverage]) => ({ lowerBound: decimalText(lowerBound), maxLeverage })),
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
