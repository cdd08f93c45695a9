import { z } from 'zod';
import { decimalText } from '../decimals.js';
import type { Perpetual } from '../market.js';
import { BUILDER_DEXES, type BuilderDex, MARGIN_TABLES } from '../perpetuals.js';
import { unknownName } from '../refusal.js';
import { allDexes, marketsOfDex, type Venue } from '../venue.js';
import { assetContexts } from '../wire.js';
import { type InfoHandler, infoHandler } from './handler.js';

const SINGLE_TIER_ID_MAX = 50;
const OPEN_INTEREST_CAP = '100000000.0';
const noParameters = z.object({});
const ofDex = z.object({ dex: z.string().nullish() });

/** The listings: perpetuals, spot (only the collateral token), builder-deployed dexes, and outcome markets (none). */
export const listingHandlers: Readonly<Record<string, InfoHandler>> = {
  meta: infoHandler(ofDex, ({ dex }, venue) => metaOf(requireDex(venue, dex))),
  allPerpMetas: infoHandler(noParameters, (_request, venue) => allDexes(venue).map(([, markets]) => metaOf(markets))),
  metaAndAssetCtxs: infoHandler(ofDex, ({ dex }, venue) => {
    const markets = requireDex(venue, dex);
    return [metaOf(markets), assetContexts({ markets }, venue.clock.nowMs())];
  }),
  spotMeta: infoHandler(noParameters, () => spotMeta()),
  spotMetaAndAssetCtxs: infoHandler(noParameters, () => [spotMeta(), []]),
  outcomeMeta: infoHandler(noParameters, () => ({ outcomes: [], questions: [] })),
  perpDexs: infoHandler(noParameters, (_request, { builderMarkets }) => [
    null,
    ...BUILDER_DEXES.filter(({ name }) => builderMarkets.has(name)).map(builderDex),
  ]),
  marginTable: infoHandler(ofDex.extend({ id: z.int().nonnegative() }), ({ id, dex }, venue) => {
    requireDex(venue, dex);
    return marginTable(id);
  }),
  perpsAtOpenInterestCap: infoHandler(ofDex, ({ dex }, venue) => {
    requireDex(venue, dex);
    return [];
  }),
  exchangeStatus: infoHandler(noParameters, (_request, venue) => ({
    time: venue.clock.nowMs(),
    specialStatuses: null,
  })),
};

/** Refuses other dexes: users have balances and orders only at the venue's own dex, whose name is empty. */
export function requireFirstDex(dex: string | null | undefined): void {
  if (dex !== undefined && dex !== null && dex !== '') throw unknownName();
}

/** Returns the markets of a dex; refuses one that does not exist. */
export function requireDex(venue: Venue, dex: string | null | undefined): Venue['markets'] {
  const markets = marketsOfDex(venue, dex);
  if (markets === undefined) throw unknownName();
  return markets;
}

/** Returns the listing of the venue's own dex in the form of `meta`. */
export function meta({ markets }: Venue) {
  return metaOf(markets);
}

function metaOf(markets: Venue['markets']) {
  return {
    universe: [...markets.values()].map((market) => universeEntry(market.perpetual)),
    marginTables: MARGIN_TABLES.map(([id]) => [id, marginTable(id)]),
    collateralToken: 0,
  };
}

/** Returns a builder-deployed dex in the form of `perpDexs`. */
function builderDex({ name, fullName, deployer, feeRecipient, perpetuals }: BuilderDex) {
  return {
    name,
    fullName,
    deployer,
    oracleUpdater: null,
    feeRecipient,
    assetToStreamingOiCap: perpetuals.map(({ coin }) => [coin, OPEN_INTEREST_CAP]),
    subDeployers: [['setOracle', [deployer]]],
    deployerFeeScale: '1.0',
    lastDeployerFeeScaleChangeTime: '1970-01-01T00:00:00',
    assetToFundingMultiplier: perpetuals.map(({ coin }) => [coin, '1.0']),
    assetToFundingInterestRate: [],
  };
}

/** Returns a margin table; an id below the first listed one has one tier, whose leverage is the id. */
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
