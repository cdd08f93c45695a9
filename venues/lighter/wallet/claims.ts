// Why: docs/decisions/venues/lighter-executions.md
import { z } from 'zod';
import { type ConsecutiveNonceSource, type NonceClaim, NonceError } from '../../trading-accounts/index.js';
import type { LighterTrading } from '../client/index.js';
import { API_KEY_INDEX } from '../codec/index.js';
import type { SignedTransaction } from '../signer/index.js';
import { ofVenue, unavailable } from './upstream.js';

/** How far the venue's clock may be from ours, and how long a transaction may take to be shown. */
export const BEYOND_END_MS = 10_000;
/** A signature is made and kept within this time of its claim: less than callers wait. */
const LOOK_AGAIN_MS = 1_000;
/** How long a transaction that the venue has just taken may be pending before the next action is refused. */
const PENDING_LOOKS_MAX = 3;

/** The first nonce of a transaction that trades. */
const FIRST_NONCE = 1;

const keptSchema = z.object({ hash: z.string(), expiresAtMs: z.int() });

/** What became of a claim's transaction, as far as it is known. */
type Fate = 'used' | 'given back' | 'open';

/** What claims are looked up by. */
export interface ClaimParts {
  readonly client: Pick<LighterTrading, 'transaction' | 'nextNonce' | 'timeMs'>;
  readonly nonces: ConsecutiveNonceSource;
  /** Waits that many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

/** The nonces of wallets' keys: one operation at a time has a key's next one, until the venue shows what became of it. */
export class Claims {
  /** The last turn of each key: two operations of one process come one after the other. */
  readonly #turns = new Map<number, Promise<unknown>>();

  constructor(private readonly parts: ClaimParts) {}

  /**
   * Returns the nonce that an operation is to be signed with. Throws `wallet_upstream_unavailable` where it is not known yet what became of the
   * one before, or of the operation itself: then nothing is signed.
   */
  claim(accountIndex: number, operation: string): Promise<number> {
    const before = this.#turns.get(accountIndex) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.#claim(accountIndex, operation));
    this.#turns.set(accountIndex, turn);
    const forget = () => {
      if (this.#turns.get(accountIndex) === turn) this.#turns.delete(accountIndex);
    };
    turn.then(forget, forget);
    return turn;
  }

  /**
   * Signs with an operation's claim, and keeps what was signed before it is given out. Throws the error of signing, and one where the claim is
   * another operation's now; then the operation has no claim any more.
   */
  async signed(
    accountIndex: number,
    operation: string,
    sign: () => Promise<SignedTransaction>,
  ): Promise<SignedTransaction> {
    const { nonces } = this.parts;
    const signer = signerOf(accountIndex);
    try {
      const signed = await sign();
      const { hash, expiresAtMs } = signed;
      await nonces.keep(signer, operation, JSON.stringify({ hash, expiresAtMs }));
      return signed;
    } catch (error) {
      // Nothing has left this process: the next operation need not wait.
      await nonces.giveBack(signer, operation).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Gives an operation's nonce back: what was signed was not sent, or the venue's API refused it. Does nothing where the claim is another
   * one's, or of another signature.
   */
  async giveBack(
    accountIndex: number,
    { nonce, hash }: { readonly nonce: number; readonly hash: string },
  ): Promise<void> {
    const { nonces } = this.parts;
    const claim = await nonces.openClaim(signerOf(accountIndex));
    if (claim?.nonce === nonce && keptOf(claim)?.hash === hash)
      await nonces.giveBack(signerOf(accountIndex), claim.operation);
  }

  async #claim(accountIndex: number, operation: string): Promise<number> {
    const { nonces } = this.parts;
    const signer = signerOf(accountIndex);
    const open = await nonces.openClaim(signer);
    if (open !== undefined) await this.#resolve(accountIndex, open, operation);
    try {
      return await nonces.claim(signer, operation);
    } catch (error) {
      if (!(error instanceof NonceError)) throw error;
      if (error.reason !== 'unknown_signer') throw unavailable(error);
    }
    // The registration of the key has used the first one: a reading that says otherwise is too old.
    await nonces.adopt(signer, Math.max(FIRST_NONCE, await ofVenue(this.#nextNonce(accountIndex))));
    return nonces.claim(signer, operation);
  }

  /** Ends an open claim by what the venue shows. Throws while it shows nothing that decides. */
  async #resolve(accountIndex: number, claim: NonceClaim, next: string): Promise<void> {
    const { nonces } = this.parts;
    const signer = signerOf(accountIndex);
    const kept = keptOf(claim);
    if (kept === undefined) {
      // Nothing was given out under it: its process may be signing now, and fails to keep its signature once the claim is gone.
      if (claim.operation === next) return;
      await this.parts.wait(LOOK_AGAIN_MS);
      const later = await nonces.openClaim(signer);
      if (later?.operation === claim.operation && later.kept === undefined)
        await nonces.giveBack(signer, claim.operation);
      else if (later !== undefined) await this.#resolve(accountIndex, later, next);
      return;
    }
    const fate = await this.#fateOf(accountIndex, claim, kept);
    if (fate === 'open') throw unavailable('what became of the transaction before is not known yet');
    if (fate === 'used') await nonces.used(signer, claim.operation);
    else await nonces.giveBack(signer, claim.operation);
  }

  /** A next nonce above the claim's is proof enough: nonces only grow, so such a reading is never too old, and no later transaction has this one. */
  async #fateOf(accountIndex: number, { nonce }: NonceClaim, kept: z.output<typeof keptSchema>): Promise<Fate> {
    const { client, wait } = this.parts;
    const hash = `0x${kept.hash}`;
    for (let look = 1; ; look += 1) {
      if ((await ofVenue(this.#nextNonce(accountIndex))) > nonce) return 'used';
      const shown = await ofVenue(client.transaction(hash));
      if (shown === undefined) return this.#fateOfUnseen(accountIndex, nonce, kept);
      if (shown.nonce !== nonce || shown.accountIndex !== accountIndex) return 'open';
      if (shown.state === 'executed') return 'used';
      // It may have failed because its end was past, which leaves the nonce unused.
      if (shown.state === 'failed') return this.#fateOfFailed(accountIndex, nonce);
      if (look === PENDING_LOOKS_MAX) return 'open';
      await wait(LOOK_AGAIN_MS);
    }
  }

  /** The venue shows no such transaction: that decides once it could not take it any more. */
  async #fateOfUnseen(accountIndex: number, nonce: number, kept: z.output<typeof keptSchema>): Promise<Fate> {
    const { client } = this.parts;
    if ((await ofVenue(client.timeMs())) <= kept.expiresAtMs + BEYOND_END_MS) return 'open';
    const fate = await this.#fateOfFailed(accountIndex, nonce);
    return (await ofVenue(client.transaction(`0x${kept.hash}`))) === undefined ? fate : 'open';
  }

  /** It will not be carried out: whether it has used its nonce is read after a while, since nodes lag behind each other. */
  async #fateOfFailed(accountIndex: number, nonce: number): Promise<Fate> {
    await this.parts.wait(LOOK_AGAIN_MS);
    const next = await ofVenue(this.#nextNonce(accountIndex));
    if (next > nonce) return 'used';
    return next === nonce ? 'given back' : 'open';
  }

  #nextNonce(accountIndex: number): Promise<number> {
    return this.parts.client.nextNonce({ accountIndex, apiKeyIndex: API_KEY_INDEX });
  }
}

function keptOf({ kept }: NonceClaim) {
  return kept === undefined ? undefined : keptSchema.parse(JSON.parse(kept));
}

/** The name of an account's key among the venue's. */
function signerOf(accountIndex: number): string {
  return `${accountIndex}:${API_KEY_INDEX}`;
}
