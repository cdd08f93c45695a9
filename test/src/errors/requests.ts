import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { type Answer, Caller, send } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { until } from '../platform/wait.js';

const CANCEL = { type: 'cancel', cancels: [{ a: 0, o: 1 }] };

/** Requests that are refused, and changes of the stored data that stand for the passage of time or a hundred requests. */
export class Requests {
  #accounts = 0;

  private constructor(
    readonly platform: Platform,
    private readonly baseUrl: string,
    private readonly asset: object,
  ) {}

  /** Requests to a running platform. */
  static async to(platform: Platform): Promise<Requests> {
    const { base_url: baseUrl, arbitrum } = await platform.descriptor();
    return new Requests(platform, baseUrl, { chain: 'arbitrum', asset_address: arbitrum.usdc_address });
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

  /** Requests the code of a withdrawal. */
  sendCode(caller: Caller, key: string = randomUUID()): Promise<Answer> {
    return caller.send('POST', '/wallet/withdraw/otp', this.#intent('60.00'), { 'idempotency-key': key });
  }

  /** Requests a withdrawal. */
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

  /** Changes the stored data of a service. */
  edit<Result>(service: string, change: (store: Connection) => Promise<Result>): Promise<Result> {
    return withStore(this.platform, service, change);
  }

  /** Waits until the wallet has counted the message of a code that it is about to have sent. */
  async messageIsCounted({ accountId }: Caller): Promise<void> {
    await this.edit('wallet', (store) =>
      until(
        'the message',
        () => store.collection('withdrawal_code_messages').findOne({ 'sent.accountId': accountId }),
        (record) => record !== null,
        { pollIntervalMs: 20 },
      ),
    );
  }

  #intent(amountUsd: string): object {
    return { amount_usd: amountUsd, destination_wallet: '0x1000000000000000000000000000000000000001', ...this.asset };
  }
}
