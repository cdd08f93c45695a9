import { z } from 'zod';
import { MAKER_FEE_MILLIONTHS, TAKER_FEE_MILLIONTHS } from '../exchange/orders/fills.js';
import { formatDecimal, formatUsdc } from '../exchange/units.js';
import { address } from '../exchange/wire.js';
import { requestsAllowed } from '../limits/actions.js';
import { type InfoHandler, infoHandler, marketOf } from './handler.js';
import { activeAssetData } from './users.js';

const RATE_DECIMALS = 6;
const ofUser = z.object({ user: address });

/** A user's terms at the venue: fees, limits, agents, approvals. Discounts and staking do not exist here. */
export const userTermsHandlers: Readonly<Record<string, InfoHandler>> = {
  userFees: infoHandler(ofUser, () => {
    const [cross, add] = [
      formatDecimal(TAKER_FEE_MILLIONTHS, RATE_DECIMALS),
      formatDecimal(MAKER_FEE_MILLIONTHS, RATE_DECIMALS),
    ];
    const spot = { spotCross: '0.0007', spotAdd: '0.0004' };
    return {
      dailyUserVlm: [],
      feeSchedule: {
        cross,
        add,
        ...spot,
        tiers: { vip: [], mm: [] },
        referralDiscount: '0.0',
        stakingDiscountTiers: [],
      },
      userCrossRate: cross,
      userAddRate: add,
      userSpotCrossRate: spot.spotCross,
      userSpotAddRate: spot.spotAdd,
      activeReferralDiscount: '0.0',
      trial: null,
      feeTrialReward: '0.0',
      nextTrialAvailableTimestamp: null,
      stakingLink: null,
      activeStakingDiscount: { bpsOfMaxSupply: '0.0', discount: '0.0' },
    };
  }),
  userRateLimit: infoHandler(ofUser, ({ user }, { exchange }) => {
    const account = exchange.store.accountOrNew(user);
    return {
      cumVlm: formatUsdc(account.tradedMicroUsdc),
      nRequestsUsed: Math.max(0, account.requests - account.reservedRequests),
      nRequestsCap: requestsAllowed(account),
      nRequestsSurplus: Math.max(0, account.reservedRequests - account.requests),
    };
  }),
  userRole: infoHandler(ofUser, ({ user }, { exchange: { store }, clock }) => {
    if (store.account(user) !== undefined) return { role: 'user' };
    const agent = store.agent(user);
    if (agent === undefined || agent.validUntilMs <= clock.nowMs()) return { role: 'missing' };
    return { role: 'agent', data: { user: agent.user } };
  }),
  extraAgents: infoHandler(ofUser, ({ user }, { exchange, clock }) =>
    exchange.store
      .agentsOf(user)
      .filter(({ name, validUntilMs }) => name !== '' && validUntilMs > clock.nowMs())
      .map(({ name, address: agent, validUntilMs }) => ({ name, address: agent, validUntil: validUntilMs })),
  ),
  maxBuilderFee: infoHandler(
    z.object({ user: address, builder: address }),
    ({ user, builder }, { exchange }) => exchange.store.accountOrNew(user).builderFees[builder] ?? 0,
  ),
  referral: infoHandler(ofUser, ({ user }, { exchange }) => {
    const { referrer, tradedMicroUsdc } = exchange.store.accountOrNew(user);
    return {
      referredBy: referrer === null ? null : { referrer: '0x0000000000000000000000000000000000000000', code: referrer },
      cumVlm: formatUsdc(tradedMicroUsdc),
      unclaimedRewards: '0.0',
      claimedRewards: '0.0',
      builderRewards: '0.0',
      referrerState: { stage: 'needToTrade', data: { required: '10000.0' } },
      rewardHistory: [],
    };
  }),
  userAbstraction: infoHandler(ofUser, () => 'default'),
  userDexAbstraction: infoHandler(ofUser, () => false),
  activeAssetData: infoHandler(z.object({ user: address, coin: z.string() }), ({ user, coin }, venue) =>
    activeAssetData(venue.exchange.context(), user, marketOf(venue, coin)),
  ),
  subAccounts: infoHandler(ofUser, () => null),
  userVaultEquities: infoHandler(ofUser, () => []),
  leadingVaults: infoHandler(ofUser, () => []),
};
