import { PlatformError } from '@platform/errors';
import type { TokenMinter } from '@platform/keys/tokens';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { CallOptions, GrpcClient, HealthClient } from '@platform/rpc/grpc';
import type {
  ActionSignature,
  ActionSigner,
  Finding,
  IdentifiedAction,
  ReadHeaders,
  RequestedAction,
  SignedRead,
  SubmissionIdentity,
} from '@platform/venues/native-actions';
import { z } from 'zod';

const AUDIENCE = 'wallet';
const TIMEOUT_MS = 8_000;
/** The wallet service's verdicts on the request itself; any other error means that the service is unavailable. */
const VERDICTS: ReadonlySet<string> = new Set([
  'account_not_owned',
  'account_not_ready',
  'native_action_invalid',
  'native_action_unsupported',
]);

const object = z.record(z.string(), z.unknown());
/** What the wallet service has found. */
const finding = z.union([
  z
    .object({
      finding: z.enum(['accepted', 'refused']),
      answerJson: z.string().transform((text) => object.parse(JSON.parse(text))),
    })
    .transform(({ finding: kind, answerJson: answer }) => ({ kind, answer })),
  z.object({ finding: z.enum(['unseen', 'undecided']) }).transform(({ finding: kind }) => ({ kind })),
]) satisfies z.ZodType<Finding>;

/** The wallets that trade, and their signatures. Errors other than the wallet's verdicts are `execution_provider_unavailable`. */
export interface TradingWallets extends ActionSigner {
  /**
   * Returns the checksummed address of the wallet that an account trades with: the named one or the default. Throws `account_not_owned` and
   * `account_not_ready`.
   */
  resolve(request: {
    readonly accountId: string;
    readonly venue: string;
    readonly address: string | undefined;
    readonly executionId: string;
  }): Promise<string>;
  /** Rejects unless the wallets can sign now. */
  checkReachable(): Promise<void>;
}

/** The wallets of the wallet service. */
export class GrpcTradingWallets implements TradingWallets {
  constructor(
    private readonly client: GrpcClient<WalletServiceDefinition>,
    private readonly health: HealthClient,
    private readonly minter: TokenMinter,
  ) {}

  async resolve({ accountId, venue, address, executionId }: Parameters<TradingWallets['resolve']>[0]): Promise<string> {
    const answer = await verdict(async () =>
      this.client.resolveTradingWallet({ accountId, venue, address }, await this.#call(accountId, executionId)),
    );
    return answer.address;
  }

  async sign(venue: string, action: RequestedAction): Promise<ActionSignature> {
    const { executionId, accountId, accountAddress, actionJson, expiresAfterMs, userToken } = action;
    const request = { accountId, venue, address: accountAddress, actionJson, expiresAfterMs, userToken };
    const answer = await verdict(async () => this.client.signAction(request, await this.#call(accountId, executionId)));
    const { address, nonce, actionHash, signatureJson } = answer;
    if (address !== accountAddress) throw new PlatformError('execution_provider_unavailable');
    return { nonce, actionHash, signatureJson };
  }

  async readHeaders(venue: string, { executionId, accountId, accountAddress, path }: SignedRead): Promise<ReadHeaders> {
    const request = { accountId, venue, address: accountAddress, path };
    const answer = await verdict(async () => this.client.signRead(request, await this.#call(accountId, executionId)));
    if (answer.address !== accountAddress) throw new PlatformError('execution_provider_unavailable');
    return answer.headers;
  }

  async lookUp(venue: string, action: IdentifiedAction, identity: SubmissionIdentity): Promise<Finding> {
    const { executionId, accountId, accountAddress, actionJson, expiresAfterMs } = action;
    const request = { accountId, venue, address: accountAddress, actionJson, expiresAfterMs, ...identity };
    const answer = await verdict(async () =>
      this.client.lookUpAction(request, await this.#call(accountId, executionId)),
    );
    return finding.parse(answer);
  }

  async giveBack(venue: string, action: IdentifiedAction, identity: SubmissionIdentity): Promise<void> {
    const { executionId, accountId, accountAddress } = action;
    const request = { accountId, venue, address: accountAddress, ...identity };
    await verdict(async () => this.client.giveBackAction(request, await this.#call(accountId, executionId)));
  }

  async checkReachable(): Promise<void> {
    if (!(await this.health.passes('wallet'))) throw new Error('the wallet service can not sign now');
  }

  async #call(accountId: string, executionId: string): Promise<CallOptions> {
    const caller = { kind: 'workload', workload: 'execution', accountId, cause: `execution ${executionId}` } as const;
    return { token: await this.minter.mint(caller, AUDIENCE), requestId: executionId, timeoutMs: TIMEOUT_MS };
  }
}

async function verdict<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PlatformError && VERDICTS.has(error.code)) throw error;
    throw new PlatformError('execution_provider_unavailable', { cause: error });
  }
}
