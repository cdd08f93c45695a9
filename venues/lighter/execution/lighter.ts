// Why: docs/decisions/venues/lighter-executions.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import { parseLosslessly } from '../../http/index.js';
import type {
  ActionSignature,
  ActionSigner,
  ExecutionVenue,
  Finding,
  IdentifiedAction,
  KnownMarkets,
  OpenOwnStreams,
  RequestedAction,
  SignedAction,
  SubmissionAnswer,
  SubmissionIdentity,
} from '../../native-actions/index.js';
import type { LighterTrading, SentTransaction } from '../client/index.js';
import { API_KEY_INDEX, carriesOut, TRANSACTION_VALIDITY_MS } from '../codec/index.js';
import { readTransaction } from '../transactions/index.js';
import { readAction } from './actions.js';
import { lookUp } from './look-up.js';
import { readMarkets } from './markets.js';
import { verdictOf } from './verdict.js';

const VENUE = 'lighter';
const HASH = /^0x[0-9a-f]{80}$/;
/** What the wallet gives of a signed transaction: the form of `sendTx`. */
const signedTransaction = z.object({ tx_type: z.int(), tx_info: z.string() });

/** Lighter: the wallet service signs; this class sends once and looks up. */
export class LighterVenue implements ExecutionVenue {
  readonly laterMs = TRANSACTION_VALIDITY_MS;

  constructor(
    private readonly client: LighterTrading,
    private readonly signer: ActionSigner,
    private readonly clock: Clock,
    readonly ownStreams?: OpenOwnStreams,
  ) {}

  readMarkets(names: readonly string[], leveragesOf: string | undefined): Promise<KnownMarkets> {
    return readMarkets(this.client, names, leveragesOf);
  }

  async sign(action: RequestedAction): Promise<SignedAction> {
    const signature = await this.signer.sign(VENUE, action);
    const { nonce, actionHash } = signature;
    const identity = { nonce, actionHash };
    const transaction = transactionOf(signature, action);
    if (transaction === undefined) {
      await this.#giveBack(action, identity);
      throw new PlatformError('execution_provider_unavailable', {
        message: 'The signature is of another transaction.',
      });
    }
    return { identity, send: () => this.#send(transaction, action, identity) };
  }

  lookUp(action: IdentifiedAction, identity: SubmissionIdentity): Promise<Finding> {
    const { executionId, accountId, accountAddress, actionJson } = action;
    const sign = (path: string) => this.signer.readHeaders(VENUE, { executionId, accountId, accountAddress, path });
    return lookUp({ client: this.client, sign, clock: this.clock }, action, readAction(actionJson), identity);
  }

  checkReachable(): Promise<void> {
    return this.client.checkReachable();
  }

  async #send(
    transaction: SentTransaction,
    action: IdentifiedAction,
    identity: SubmissionIdentity,
  ): Promise<SubmissionAnswer> {
    const verdict = verdictOf(await this.client.send(transaction), identity.actionHash);
    if (verdict.kind === 'unsent' || verdict.kind === 'refused') await this.#giveBack(action, identity);
    return verdict;
  }

  /** The nonce is free again. A wallet that does not hear it finds it out once the transaction's end is past. */
  async #giveBack(action: IdentifiedAction, identity: SubmissionIdentity): Promise<void> {
    await this.signer.giveBack?.(VENUE, action, identity).catch(() => undefined);
  }
}

/**
 * Returns the transaction of a signature; undefined where it is not what the action asks for, or ends later than look-ups take it to: then it
 * must not leave.
 */
function transactionOf(signature: ActionSignature, action: IdentifiedAction): SentTransaction | undefined {
  const { nonce, actionHash, signatureJson } = signature;
  const { tx_type: type, tx_info: txInfo } = signedTransaction.parse(JSON.parse(signatureJson));
  const read = readTransaction(type, parseLosslessly(txInfo));
  if (!read.isRead || !HASH.test(actionHash)) return undefined;
  const { transaction } = read.signed;
  const isAsked = carriesOut(transaction, readAction(action.actionJson));
  const isNamed = transaction.nonce === BigInt(nonce) && transaction.apiKeyIndex === API_KEY_INDEX;
  const endsInTime = transaction.expiredAt <= action.expiresAfterMs + TRANSACTION_VALIDITY_MS;
  return isAsked && isNamed && endsInTime ? { type, txInfo } : undefined;
}
