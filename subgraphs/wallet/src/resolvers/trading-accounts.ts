import { PlatformError } from '@platform/errors';
import type { TradingAccount as TradingAccountMessage } from '@platform/protos/wallet';
import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { WalletContext } from '../context.js';
import { toTradingAccount } from '../mapping.js';
import {
  TradingAccount,
  TradingAccountDetails,
  type TradingAccountState,
  TradingAccountStatus,
  UpdateTradingAccountInput,
  UpdateTradingAccountPayload,
} from '../schema/trading-account.js';
import { Wallet } from '../schema/wallet.js';

const VENUE = 'Id of a venue that wallets trade at.';

/** The caller's trading accounts. */
@Resolver(() => TradingAccount)
export class TradingAccountResolver {
  @Query(() => [TradingAccount], {
    nullable: true,
    description: "The caller's trading accounts at a venue by their index: one per wallet. At most 100.",
  })
  async tradingAccounts(
    @Arg('venue', () => String, { description: VENUE }) venue: string,
    @Ctx() { client, call }: WalletContext,
  ): Promise<TradingAccount[]> {
    return (await client.listTradingAccounts({ venue }, call)).accounts.map(toTradingAccount);
  }

  @Query(() => TradingAccount, { nullable: true, description: "One of the caller's trading accounts." })
  async tradingAccount(
    @Arg('venue', () => String, { description: VENUE }) venue: string,
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() { client, call }: WalletContext,
  ): Promise<TradingAccount> {
    return required((await client.getTradingAccount({ venue, id }, call)).account);
  }

  @FieldResolver(() => TradingAccountStatus, { description: 'Whether it can trade.' })
  async status(@Root() { id }: TradingAccount, @Ctx() context: WalletContext): Promise<string> {
    return (await stateOf(id, context)).status;
  }

  @FieldResolver(() => TradingAccountDetails, { description: 'What its venue shows of it now.' })
  async details(@Root() { id }: TradingAccount, @Ctx() context: WalletContext): Promise<TradingAccountDetails> {
    return (await stateOf(id, context)).details;
  }

  @FieldResolver(() => Wallet, { nullable: true, description: 'Its wallet, with all balances of it.' })
  wallet(@Root() { walletAddress, isDefault }: TradingAccount): Wallet {
    return isDefault ? new Wallet() : new Wallet(walletAddress);
  }

  @Mutation(() => UpdateTradingAccountPayload, {
    nullable: true,
    description: 'Names a trading account. Safe to repeat. Needs a key that may trade.',
  })
  async updateTradingAccount(
    @Arg('input', () => UpdateTradingAccountInput, { description: 'The trading account and its name.' })
    input: UpdateTradingAccountInput,
    @Ctx() { client, call }: WalletContext,
  ): Promise<UpdateTradingAccountPayload> {
    return { account: required((await client.updateTradingAccount(input, call)).account) };
  }
}

async function stateOf(id: string, { tradingAccountStates }: WalletContext): Promise<TradingAccountState> {
  const state = await tradingAccountStates.load(id);
  if (state === null) throw new PlatformError('trading_account_not_found');
  return state;
}

function required(account: TradingAccountMessage | null): TradingAccount {
  if (account === null) throw new Error('the wallet service returned no trading account');
  return toTradingAccount(account);
}
