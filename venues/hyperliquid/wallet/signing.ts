import { ApproveAgentTypes, ApproveBuilderFeeTypes } from '@nktkas/hyperliquid/api/exchange';
import { createL1ActionHash, signL1Action, signUserSignedAction } from '@nktkas/hyperliquid/signing';
import { PlatformError } from '@platform/errors';
import type { Address } from 'viem';
import type {
  ActionRequest,
  AgentRequest,
  FeeApproval,
  SignedAction,
  SigningFamily,
  UnusedNonceSource,
} from '../../trading-accounts/index.js';
import { BUILDER_FEE_TENTHS_OF_BASIS_POINT, isTradingFamily, tradingFamilies } from '../codec/index.js';
import { parseNativeAction } from './native-action.js';

const venue = 'hyperliquid';
/** The chain id in user-signed actions: Arbitrum One. */
export const SIGNATURE_CHAIN_ID = '0xa4b1';
const TENTHS_OF_BASIS_POINT_A_PERCENT = 1_000;
const AGENT_NAME = /^[\x21-\x7e]{1,16}$/;

/** A trading action. */
interface L1Action {
  /** In the venue's order of fields, which the signature covers. */
  readonly action: Readonly<Record<string, unknown>>;
  /** Milliseconds; taken for the signing key. */
  readonly nonce: number;
  /** Milliseconds since the Unix epoch after which the venue refuses it. */
  readonly expiresAfterMs?: number;
}

/**
 * Signs actions that only trade, for every caller. Refuses others with `native_action_unsupported`, malformed ones with
 * `native_action_invalid`.
 */
export function l1Actions(nonces: UnusedNonceSource): SigningFamily<ActionRequest, L1Action, SignedAction> {
  return {
    venue,
    name: 'l1_action',
    askers: ['execution'],
    parse: async ({ actionJson, expiresAfterMs }, signer) => {
      const action = parseNativeAction(actionJson);
      if (!isTradingFamily(action['type']))
        throw new PlatformError('native_action_unsupported', { details: { accepted: tradingFamilies } });
      const nonce = await nonces.draw(signer);
      return { action, nonce, ...(expiresAfterMs !== undefined && { expiresAfterMs }) };
    },
    sign: async (wallet, { action, nonce, expiresAfterMs }) => {
      const signed = { action, nonce, ...(expiresAfterMs !== undefined && { expiresAfter: expiresAfterMs }) };
      const signature = await signL1Action({ wallet, ...signed });
      return { nonce, actionHash: createL1ActionHash(signed), signatureJson: JSON.stringify(signature) };
    },
  };
}

/** Signs approvals of agents. Refuses a name that the venue would not accept with `invalid_request`. */
export function agentApprovals(
  nonces: UnusedNonceSource,
): SigningFamily<AgentRequest, AgentRequest & { readonly nonce: number }, string> {
  return {
    venue,
    name: 'approve_agent',
    askers: ['venue-proxy'],
    parse: async (request, signer) => {
      if (!AGENT_NAME.test(request.agentName))
        throw new PlatformError('invalid_request', {
          details: [{ path: 'agent_name', message: 'must be 1 to 16 visible ASCII characters' }],
        });
      return { ...request, nonce: await nonces.draw(signer) };
    },
    sign: async (wallet, { agentAddress, agentName, nonce }) => {
      const action = {
        type: 'approveAgent',
        signatureChainId: SIGNATURE_CHAIN_ID,
        hyperliquidChain: 'Mainnet',
        agentAddress: agentAddress.toLowerCase(),
        agentName,
        nonce,
      } as const;
      const signature = await signUserSignedAction({ wallet, action, types: ApproveAgentTypes });
      return JSON.stringify({ action, signature, nonce });
    },
  };
}

/** The platform's fee on orders: callers who ask for an approval set none of it. */
interface FeeTerms {
  readonly builderAddress: Address;
  readonly maximumFeeTenthsOfBasisPoint: number;
}

/** Signs approvals of the platform's fee, which never exceeds the platform's published fee. */
export function feeApprovals(
  terms: FeeTerms,
  nonces: UnusedNonceSource,
): SigningFamily<undefined, FeeTerms & { readonly nonce: number }, FeeApproval> {
  const { builderAddress, maximumFeeTenthsOfBasisPoint } = terms;
  return {
    venue,
    name: 'approve_builder_fee',
    askers: ['venue-proxy'],
    parse: async (_request, signer) => {
      if (maximumFeeTenthsOfBasisPoint > BUILDER_FEE_TENTHS_OF_BASIS_POINT)
        throw new Error(`a builder would take ${maximumFeeTenthsOfBasisPoint} tenths of a basis point`);
      return { ...terms, nonce: await nonces.draw(signer) };
    },
    sign: async (wallet, { nonce }) => {
      const action = {
        type: 'approveBuilderFee',
        signatureChainId: SIGNATURE_CHAIN_ID,
        hyperliquidChain: 'Mainnet',
        maxFeeRate: `${maximumFeeTenthsOfBasisPoint / TENTHS_OF_BASIS_POINT_A_PERCENT}%`,
        builder: builderAddress.toLowerCase(),
        nonce,
      } as const;
      const signature = await signUserSignedAction({ wallet, action, types: ApproveBuilderFeeTypes });
      return { ...terms, approvalJson: JSON.stringify({ action, signature, nonce }) };
    },
  };
}
