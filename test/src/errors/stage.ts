import { randomUUID } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const CANCEL = { type: 'cancel', cancels: [{ a: 0, o: 1 }] };

/** A platform whose state a test changes past the services, where time or a hundred requests would have to pass. */
export class Stage implements AsyncDisposable {
  #accounts = 0;

  private constructor(
    readonly platform: Platform,
    readonly baseUrl: string,
    private readonly asset: object,
  ) {}

  static async open(): Promise<Stage> {
    const platform = await Platform.start({
      FEATURE_WITHDRAWAL_OTP: 'true',
      RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
      RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
    });
    const { base_url: baseUrl, arbitrum } = await platform.descriptor();
    return new Stage(platform, baseUrl, { chain: 'arbitrum', asset_address: arbitrum.usdc_address });
  }

  /** A new account. */
  caller(): Promise<Caller> {
    this.#accounts += 1;
    return Caller.register(this.platform, `errors-${this.#accounts}@example.com`);
  }

  /** A request without a credential. */
  send(method: string, path: string, body?: object): Promise<Answer> {
    return send(this.baseUrl, method, path, { body });
  }

  /** Asks for the code of a withdrawal. */
  sendCode(caller: Caller, key: string = randomUUID()): Promise<Answer> {
    return caller.send('POST', '/wallet/withdraw/otp', this.#intent('60.00'), { 'idempotency-key': key });
  }

  /** Asks for a withdrawal. */
  withdraw(
    caller: Caller,
    authorization: object,
    { key = randomUUID() as string, amountUsd = '60.00', headers = {} } = {},
  ): Promise<Answer> {
    const body = { source: 'arbitrum', ...this.#intent(amountUsd), authorization };
    return caller.send('POST', '/wallet/withdraw', body, { 'idempotency-key': key, ...headers });
  }

  /** Submits an action that does no harm. */
  execute(caller: Caller, venue = 'hyperliquid'): Promise<Answer> {
    const body = { venue, action: CANCEL };
    return caller.send('POST', '/runtime/executions', body, { 'idempotency-key': randomUUID() });
  }

  /** Changes what a service has stored. */
  async edit(database: string, change: (store: Connection) => Promise<unknown>): Promise<void> {
    const { mongodb_uri: uri } = await this.platform.descriptor();
    const store = await mongoose.createConnection(uri, { dbName: database }).asPromise();
    try {
      await change(store);
    } finally {
      await store.close();
    }
  }

  /** Waits until the wallet has counted the message of a code that it is about to have sent. */
  async messageIsCounted({ accountId }: Caller): Promise<void> {
    await this.edit('wallet', (store) =>
      until(
        'the message',
        () => store.collection<{ _id: string }>('withdrawal_code_messages').findOne({ _id: accountId }),
        (record) => record !== null,
        { pollIntervalMs: 20 },
      ),
    );
  }

  #intent(amountUsd: string): object {
    return { amount_usd: amountUsd, destination_wallet: '0x1000000000000000000000000000000000000001', ...this.asset };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.platform[Symbol.asyncDispose]();
  }
}
