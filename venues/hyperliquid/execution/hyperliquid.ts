import type { Clock } from '@platform/kit/clock';
import type {
  ActionSigner,
  ExecutionVenue,
  Finding,
  IdentifiedAction,
  KnownMarkets,
  RequestedAction,
  SignedAction,
  SubmissionIdentity,
} from '../../native-actions/index.js';
import type { HyperliquidClient } from '../client/index.js';
import { lookUp } from './look-up.js';
import { Markets } from './markets.js';
import { verdictOf } from './verdict.js';

const VENUE = 'hyperliquid';

/** Hyperliquid: the wallet service signs; this class sends once and looks up. */
export class HyperliquidVenue implements ExecutionVenue {
  readonly #markets: Markets;

  constructor(
    private readonly client: HyperliquidClient,
    private readonly signer: ActionSigner,
    clock: Clock,
  ) {
    this.#markets = new Markets(client, clock);
  }

  readMarkets(names: readonly string[], leveragesOf: string | undefined): Promise<KnownMarkets> {
    return this.#markets.read(names, leveragesOf);
  }

  async sign(action: RequestedAction): Promise<SignedAction> {
    const { nonce, actionHash, signatureJson } = await this.signer.sign(VENUE, action);
    const body = JSON.stringify({
      action: JSON.parse(action.actionJson),
      nonce,
      signature: JSON.parse(signatureJson),
      expiresAfter: action.expiresAfterMs,
    });
    const send = async () => {
      const verdict = verdictOf(await this.client.exchange(body));
      this.#markets.forgetLeverages(action.accountAddress);
      return verdict;
    };
    return { identity: { nonce, actionHash }, send };
  }

  lookUp(action: IdentifiedAction, identity: SubmissionIdentity): Promise<Finding> {
    return lookUp(this.client, action, identity);
  }

  checkReachable(): Promise<void> {
    return this.client.checkReachable();
  }
}
