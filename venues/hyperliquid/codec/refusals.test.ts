import { describe, expect, test } from '@jest/globals';
import { isRefusal } from './refusals.js';

describe('a text of the venue', () => {
  test.each([
    'Price must be divisible by tick size. asset=4',
    'Order must have minimum value of $10. asset=1',
    'Order must have minimum value of 10 USDC.',
    'Insufficient margin to place order. asset=0',
    'Post only order would have immediately matched, bbo was 2999.5@3000.5. asset=1',
    'L1 error: User or API Wallet 0x1000000000000000000000000000000000000001 does not exist.',
    'Must deposit before performing actions. User: 0x1000000000000000000000000000000000000001',
    'Invalid nonce: nonce too low 1 < 2',
    'Action already expired',
    'Insufficient balance for withdrawal.',
    'Order was never placed, already canceled, or filled. asset=1',
  ])('%s: nothing was done', (text) => expect(isRefusal(text)).toBe(true));

  test.each([
    'Request timed out.',
    'Too many requests.',
    'Too many cumulative requests sent (97460 > 97456) for cumulative volume traded $87457.46. Place taker orders to free up 1 request per USDC traded.',
    'Internal error.',
    'Invalid nonce: duplicate nonce 1763716800123',
    'Insufficient margin to place order, perhaps',
    'an order placed: Action already expired',
    '',
  ])('%s: what was done is not known', (text) => expect(isRefusal(text)).toBe(false));
});
