import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import { type Connection, canonicalHash } from '@platform/store/mongo';
import type { SigningFamily } from '@platform/venues/trading-accounts';
import type { Vault } from '../vault/vault.js';
import type { WalletRecord } from '../wallets/model.js';
import { signatureModel } from './model.js';
import type { Requester } from './requester.js';

/** Signs requests that belong to a family and that its policy allows, and nothing else; each signature first leaves an audit record. */
export class Signer {
  readonly #audit: ReturnType<typeof signatureModel>;

  constructor(
    connection: Connection,
    private readonly vault: Vault,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.#audit = signatureModel(connection);
  }

  /** Creates the indexes of the audit records; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#audit.createIndexes();
  }

  /**
   * Signs a request as the wallet. Throws `insufficient_permissions` for a process that may not use the family. Errors of the family while
   * it reads the request pass through. Nothing is recorded in either case.
   */
  async sign<Request, Intent extends object, Signed>(
    wallet: WalletRecord,
    family: SigningFamily<Request, Intent, Signed>,
    request: Request,
    requester: Requester,
  ): Promise<Signed> {
    const { _id: walletId, accountId, address, sealedKey } = wallet;
    if (!family.askers.includes(requester.workload)) throw new PlatformError('insufficient_permissions');
    if (accountId !== requester.accountId)
      throw new Error(`wallet ${walletId} is not of account ${requester.accountId}`);
    const intent = await family.parse(request, address);
    const { name, venue } = family;
    await this.#audit.create({
      _id: this.ids.next('sig'),
      accountId,
      walletId,
      address,
      family: name,
      ...(venue !== undefined && { venue }),
      intentDigest: canonicalHash({ family: name, venue, ...intent }),
      workload: requester.workload,
      cause: requester.cause,
      createdAt: this.clock.now(),
    });
    return family.sign(await this.vault.signer({ walletId, accountId, address, sealedKey }), intent);
  }
}
