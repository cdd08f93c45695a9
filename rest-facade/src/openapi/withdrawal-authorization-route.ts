import { z } from 'zod';
import { WITHDRAWAL_AUTHORIZATION, withdrawalAuthorization } from '../documents/withdrawal-authorization.js';
import type { LocalRoute } from '../http/server.js';
import { text } from '../routes/fields.js';

const members = z.array(z.object({ name: text('Name of a member', 'amountUsd'), type: text('Its type', 'string') }));

/** What a login wallet signs, as the wallet service writes it. */
const document = z.object({
  domain: z.object({
    name: text('Name', 'WithdrawalAuthorization'),
    version: text('Version', '2'),
    chainId: z
      .int()
      .describe('Chain')
      .meta({ examples: [42_161] }),
    verifyingContract: text('The zero address', `0x${'0'.repeat(40)}`),
  }),
  primaryType: text('What is signed', 'WithdrawalAuthorization'),
  types: z.object({
    EIP712Domain: members.describe('Members of the domain'),
    WithdrawalAuthorization: members.describe('Members of what is signed, in their order'),
  }),
  vectors: z
    .array(
      z.object({
        private_key: text('A key that everybody knows', `0x${'1'.padStart(64, '0')}`),
        message: z
          .record(z.string(), z.string())
          .describe('Values of the members: ids in lower case, the amount as sent, expiresAt as ISO 8601 in UTC'),
        digest: text('What the key signs', `0x${'d'.repeat(64)}`),
        signature: text('The proof', `0x${'1'.repeat(130)}`),
      }),
    )
    .describe('Test vectors'),
});

/** `GET /withdrawal-authorization.json`: from which a stranger makes the proof of a login wallet. */
export function withdrawalAuthorizationRoute(): LocalRoute {
  const body = withdrawalAuthorization();
  const example = document.parse(JSON.parse(body));
  const described = document.meta({
    description: 'The EIP-712 typed data that a login wallet signs, with three test vectors',
    examples: [example],
  });
  return {
    path: `/${WITHDRAWAL_AUTHORIZATION}.json`,
    documented: {
      id: 'getWithdrawalAuthorization',
      summary: 'How a login wallet signs a withdrawal',
      responses: { 200: described },
    },
    answer: async () => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body,
    }),
  };
}
