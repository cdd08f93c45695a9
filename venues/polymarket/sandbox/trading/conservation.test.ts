import { expect, test } from '@jest/globals';
import { AssetType, OrderType, Side } from '@polymarket/clob-client-v2';
import { Draws } from '../../../simulation/index.js';
import { newTrader, pickMarket, startTestVenue, type Trader } from '../testing/index.js';
import { takerFee } from './matching/fees.js';

/** What users have at the end is what they had and what their trades moved, whatever they did. */

const USERS = 4;
const ORDERS = 80;
const CASH = 2_000_000_000n;
const SHARES = 1_000_000_000n;
const TYPES = [OrderType.GTC, OrderType.GTC, OrderType.FAK, OrderType.FOK] as const;

test('what the trades of users say is what their money and their shares did', async () => {
  const venue = await startTestVenue();
  const users: Trader[] = [];
  for (let index = 0; index < USERS; index += 1)
    users.push(await newTrader(venue, 2_000, index % 2 ? 'wallet' : 'account'));
  const [first] = users;
  if (first === undefined) throw new Error('there is no user');
  const { tokenId: tokenID, conditionId, bid, tick } = await pickMarket(first, { hasFees: true });
  for (const { wallet } of users) venue.books.credit(wallet, SHARES, BigInt(tokenID));
  const draws = new Draws(7);
  const outcomes = new Set<string>();
  for (let index = 0; index < ORDERS; index += 1) {
    const user = users[Math.floor(draws.uniform() * USERS)] ?? first;
    const price = Math.round(bid / tick + 6 * (draws.uniform() - 0.5)) * tick;
    const side = draws.uniform() < 0.5 ? Side.BUY : Side.SELL;
    const type = TYPES[Math.floor(draws.uniform() * TYPES.length)];
    const size = 5 + Math.floor(draws.uniform() * 60);
    const placed =
      type === OrderType.GTC
        ? user.client.createAndPostOrder({ tokenID, price, side, size })
        : user.client.createAndPostMarketOrder({ tokenID, price, side, amount: size }, undefined, type);
    outcomes.add(
      await placed.then(
        ({ status }) => status,
        ({ message }) => String(message).slice(0, 12),
      ),
    );
    if (index % 8 === 0) await venue.wait(1);
  }
  await venue.wait(5);
  expect([...outcomes].sort()).toEqual(expect.arrayContaining(['live', 'matched', 'no orders fo', 'order couldn']));
  const { fd } = await first.client.getClobMarketInfo(conditionId);
  const fees = { rate: fd?.r ?? 0, exponent: fd?.e ?? 0 };
  for (const { client, wallet } of users) {
    const trades = await client.getTrades();
    let [cash, shares] = [CASH, SHARES];
    for (const { side, size, price, trader_side, maker_orders, status, maker_address } of trades) {
      expect(status).toBe('CONFIRMED');
      const isTaker = trader_side === 'TAKER';
      expect(isTaker ? maker_address : maker_orders[0]?.maker_address).toBe(wallet);
      const [moved, micro] = [BigInt(Math.round(Number(size) * 1e6)), BigInt(Math.round(Number(price) * 1e6))];
      const isBuy = (isTaker ? side : maker_orders[0]?.side) === Side.BUY;
      const cost = (moved * micro) / 1_000_000n;
      cash += (isBuy ? -cost : cost) - (isTaker ? takerFee(fees, micro, moved) : 0n);
      shares += isBuy ? moved : -moved;
    }
    const money = await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL });
    const held = await client.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id: tokenID });
    expect(BigInt(held.balance)).toBe(shares);
    // The last fill of an amount spends what is left of it: less than a millionth more than its shares cost.
    const apart = cash - BigInt(money.balance);
    expect(apart >= 0n && apart <= BigInt(trades.length)).toBe(true);
  }
  await venue.close();
});
