import { z } from 'zod';
import { GetWithdrawalPolicyDocument } from '../../generated/operations.js';
import { defineRoute, noFields } from '../route.js';

const policy = z.object({
  account_id: z.string(),
  mode: z.enum(['email_otp', 'wallet_signature']).describe('Chosen by the server'),
  masked_email: z.string().exactOptional().describe('E-mail mode only'),
  destination_mode: z.enum(['user_entered', 'locked']),
  destination_wallet: z.string().exactOptional().describe('Wallet mode only'),
  authorization_ttl_seconds: z.int(),
});

/** `GET /wallet/withdraw/authorization` */
export const getWithdrawalPolicy = defineRoute({
  method: 'GET',
  path: '/wallet/withdraw/authorization',
  summary: 'Says how a withdrawal is proved',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object(noFields),
  response: { 200: policy },
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
