import { z } from 'zod';
import { GetWithdrawalPolicyDocument } from '../../../generated/operations.js';
import { count, text } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { address } from '../fields.js';

const policy = z
  .object({
    account_id: text('The account', 'acc_01'),
    mode: z.enum(['email_otp', 'wallet_signature']).describe('Chosen by the server'),
    masked_email: text('Where codes are sent, masked; e-mail mode only', 'm***@example.com').exactOptional(),
    destination_mode: z
      .enum(['user_entered', 'locked'])
      .describe('Whether the caller names the destination or it is locked'),
    destination_wallet: address('Where it goes; wallet mode only').exactOptional(),
    authorization_ttl_seconds: count('Validity of a proof in seconds', 600),
  })
  .meta({ id: 'WithdrawalPolicy', description: 'How a withdrawal is proved' });

/** `GET /wallet/withdraw/authorization` */
export const getWithdrawalPolicy = defineRoute({
  method: 'GET',
  path: '/wallet/withdraw/authorization',
  tool: 'wallet.withdrawal_authorization',
  summary: 'Returns how a withdrawal is proved',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object(noFields),
  response: { 200: policy },
  refusals: [
    'not_found',
    'withdrawal_identity_unavailable',
    'withdrawal_email_unavailable',
    'withdrawal_wallet_unavailable',
    'withdrawal_authorization_unavailable',
  ],
  operation: GetWithdrawalPolicyDocument,
  variables: () => ({}),
  respond: ({ wallet: { withdrawalPolicy } }) => {
    const { accountId, mode, maskedEmail, destinationMode, destinationWallet, authorizationTtlSeconds } =
      withdrawalPolicy;
    return {
      status: 200,
      body: {
        account_id: accountId,
        mode,
        ...(maskedEmail !== null && { masked_email: maskedEmail }),
        destination_mode: destinationMode,
        ...(destinationWallet !== null && { destination_wallet: destinationWallet }),
        authorization_ttl_seconds: authorizationTtlSeconds,
      },
    };
  },
});
