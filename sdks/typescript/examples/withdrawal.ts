/** Withdraws USDC: a code by e-mail, a withdrawal under the same key, and its transaction. */
import { TradingPlatform } from 'trading-platform-sdk';
import { codeSentTo, given, print } from './given.js';

const platform = new TradingPlatform({ baseUrl: given('BASE_URL'), apiKey: given('API_KEY') });
const { balance } = await platform.getWallet();

// The code, its proof and the withdrawal share one key: keep it until you know what became of the withdrawal.
const headers = { 'Idempotency-Key': platform.newKey() };
const intent = {
  source: 'arbitrum',
  amount_usd: '10.00',
  destination_wallet: given('DESTINATION'),
  chain: 'arbitrum',
  asset_address: given('USDC'),
};
const { challenge_id } = await platform.sendWithdrawalCode({ headers, body: intent });
const code = await codeSentTo(given('EMAIL'));
const authorization = { type: 'email_otp', challenge_id, code } as const;
const { id } = await platform.createWithdrawal({ headers, body: { ...intent, authorization } });

const { status, arrives_usd, tx_hash } = await platform.wait.withdrawal(id);
print({ held: balance.held_usd, status, arrives: arrives_usd, transaction: tx_hash });
