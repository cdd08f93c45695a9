import type {
  ActionSigner,
  ExecutionVenue,
  Finding,
  IdentifiedAction,
  RequestedAction,
  SignedAction,
  SubmissionIdentity,
} from '../../native-actions/index.js';
import type { HyperliquidClient } from '../client/index.js';
import { lookUp } from './look-up.js';
import { verdictOf } from './verdict.js';

const VENUE = 'hyperliquid';

/** Hyperliquid: the wallet service signs; this class sends once and looks up. */
export class HyperliquidVenue implements ExecutionVenue {
  constructor(
    private readonly client: HyperliquidClient,
    private readonly signer: ActionSigner,
  ) {}

  async sign(action: RequestedAction): Promise<SignedAction> {
    const { nonce, actionHash, signatureJson } = await this.signer.sign(VENUE, action);
    const body = JSON.stringify({
      action: JSON.parse(action.actionJson),
      nonce,
      signature: JSON.parse(signatureJson),
      expiresAfter: action.expiresAfterMs,
    });
    return { identity: { nonce, actionHash }, send: async () => verdictOf(await this.client.exchange(body)) };
  }

  lookUp(action: IdentifiedAction, identity: SubmissionIdentity): Promise<Finding> {
    return lookUp(this.client, action, identity);
  }

  checkReachable(): Promise<void> {
    return this.client.checkReachable();
  }
}
