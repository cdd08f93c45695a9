/** Withdrawals from the venue in a world that a test advances by hand. */
import { randomUUID } from 'node:crypto';
import { BRIDGE_ADDRESS } from '@platform/venues/hyperliquid/codec';
import { formatUnits } from 'viem';
import { tokenRow, usdcOn } from '../chains/token.js';
import { atVenue, inTransit, inWallet } from '../ledger/locations.js';
import type { WithdrawalRequest } from '../withdrawals/intent.js';
import { type WithdrawalRecord, withdrawalModel } from '../withdrawals/model.js';
import { openStates } from '../withdrawals/states.js';
import { doWork } from './random-steps/steps.js';
import type { World } from './random-steps/world.js';
import { newAddress } from './stage.js';

const token = usdcOn('arbitrum');
const ROUNDS_MAX = 60;
/** Longer than a transaction waits for its block before the relayer signs it again. */
const ROUND_MS = 61_000;

/** Does some work, which the service may not survive. */
type Survive = (work: () => Promise<unknown>) => Promise<void>;

const plainly: Survive = async (work) => void (await work());

/** An account with money at the venue alone, and one withdrawal of it. */
export class Leaving {
  /** To an address that nobody has used. */
  readonly request: WithdrawalRequest;

  constructor(
    private readonly world: World,
    readonly accountId: string,
    amountMicroUsdc: bigint,
  ) {
    const { address: assetAddress } = tokenRow(token);
    const route = { source: 'hyperliquid', chain: 'arbitrum', assetAddress, destinationWallet: newAddress() } as const;
    this.request = { accountId, key: randomUUID(), intent: { ...route, amountMicroUsdc } };
  }

  /** Sets what the account has at the venue: as the profit of a closed position, since nothing was ever paid in. */
  async earn(microUsdc: bigint): Promise<void> {
    const { address } = await this.world.domain.wallets.primary(this.accountId);
    this.world.venue.equity.set(address.toLowerCase(), formatUnits(microUsdc, 6));
  }

  async accept(): Promise<void> {
    await this.world.domain.withdrawals.accept(this.request, undefined);
  }

  async record(): Promise<WithdrawalRecord> {
    const { accountId, key } = this.request;
    return withdrawalModel(this.world.connection).findOne({ accountId, key }).orFail().lean<WithdrawalRecord>();
  }

  /** Carries the withdrawal on until it has ended; `before` runs before each work. */
  async carry(before: (record: WithdrawalRecord) => unknown = () => {}, survive = plainly): Promise<WithdrawalRecord> {
    const { world } = this;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      for (const work of ['withdrawals', 'relayer', 'deposits'] as const) {
        const record = await this.record();
        if (!openStates.includes(record.state)) return record;
        await before(record);
        await survive(() => doWork(world, work));
      }
      await world.payOut();
      await world.onChains((chain) => chain.mine(3));
      await world.pass(ROUND_MS);
    }
    throw new Error(`the withdrawal has not ended: it is ${(await this.record()).state}`);
  }

  /** Returns what the chain, the venue, the ledger and the checker show, in USD. */
  async shown() {
    const { world } = this;
    const { ledger, networks, deposits } = world.domain;
    const { _id, walletId } = await this.record();
    const { address } = await world.domain.wallets.get(walletId);
    const transfers = await world.chains.arbitrum.transfers({ fromBlock: 0n });
    const { destinationWallet } = this.request.intent;
    const usd = (microUsdc: bigint) => Number(formatUnits(microUsdc, 6));
    await doWork(world, 'deposits');
    return {
      paidOut: transfers
        .filter(({ from, to }) => from === BRIDGE_ADDRESS && to === address)
        .map((each) => usd(each.microUsdc)),
      received: transfers.filter(({ to }) => to === destinationWallet).map((each) => usd(each.microUsdc)),
      atVenue: Number(world.venue.equity.get(address.toLowerCase())),
      booked: {
        venue: usd(await ledger.balance(atVenue(walletId, 'hyperliquid', token))),
        inTransit: usd(await ledger.balance(inTransit(_id, token))),
        wallet: usd(await ledger.balance(inWallet(walletId, token))),
        reserved: usd(await ledger.reserved(inWallet(walletId, token))),
      },
      deposits: (await deposits.list(this.accountId, { limit: 100 })).items.map((each) => usd(each.amountMicroUsdc)),
      wrong: [
        ...(await networks.arbitrum.comparison.compare()).map(({ what }) => what),
        ...(await world.checker.inconsistencies()),
        ...(await ledger.unbalanced()),
      ],
    };
  }
}
