import { type Address, concat, encodeAbiParameters, type Hex } from 'viem';
import { artifacts } from '../contracts/generated/artifacts.js';
import { ADAPTERS, CONTRACTS } from './addresses.js';
import type { Operator } from './operator.js';

/** Code that takes every call and does nothing. */
const IDLE: Hex = '0x00';

type Artifact = keyof typeof artifacts.creationCodes;

/** The venue's contracts on the embedded Polygon, placed at the real addresses. */
export class Contracts {
  readonly #operator: Operator;
  readonly #bridge: Address;
  #placing: Promise<void> | undefined;

  /** `bridge`: the account that mints pUSD for deposits. */
  constructor(operator: Operator, bridge: Address) {
    this.#operator = operator;
    this.#bridge = bridge;
  }

  /** Settles when the contracts can be called; after a failure the next call tries again. */
  ready(): Promise<void> {
    this.#placing ??= this.#place().catch((error: unknown) => {
      this.#placing = undefined;
      throw error;
    });
    return this.#placing;
  }

  /** Places them again where the chain came back without them: a kill loses at most its last block. */
  async check(): Promise<void> {
    const code = await this.#operator.client.getCode({ address: CONTRACTS.walletFactory });
    if (code === undefined) this.#placing = undefined;
    await this.ready();
  }

  /** Does some work while the adapters take every call and do nothing: what is redeemed there then is not paid. */
  async whileAdaptersIdle(work: () => Promise<unknown>): Promise<void> {
    try {
      for (const adapter of ADAPTERS) await this.#operator.place(adapter, IDLE);
      await work();
    } finally {
      // As at a start, after which they are right too where the venue dies before this.
      this.#placing = undefined;
      await this.ready();
    }
  }

  async #place(): Promise<void> {
    await this.#operator.provide();
    const operator = encodeAbiParameters([{ type: 'address' }], [this.#operator.account.address]);
    const bridge = encodeAbiParameters([{ type: 'address' }], [this.#bridge]);
    const isNegRisk = (negRisk: boolean) => encodeAbiParameters([{ type: 'bool' }], [negRisk]);
    await this.#put(CONTRACTS.pusd, 'SandboxPusd', bridge);
    await this.#put(CONTRACTS.conditionalTokens, 'SandboxConditionalTokens', operator);
    await this.#put(CONTRACTS.exchangeV2, 'SandboxExchange', operator);
    await this.#put(CONTRACTS.negRiskExchangeV2, 'SandboxExchange', operator);
    await this.#put(CONTRACTS.exchangeV3, 'SandboxExchange', operator);
    await this.#put(CONTRACTS.collateralAdapter, 'SandboxCollateralAdapter', isNegRisk(false));
    await this.#put(CONTRACTS.negRiskCollateralAdapter, 'SandboxCollateralAdapter', isNegRisk(true));
    await this.#put(CONTRACTS.walletImplementation, 'SandboxDepositWallet');
    await this.#put(CONTRACTS.walletBeacon, 'SandboxWalletBeacon');
    await this.#put(CONTRACTS.walletFactory, 'SandboxWalletFactory', operator);
  }

  /** Called, not sent, creation code returns the code to place. */
  async #put(address: Address, artifact: Artifact, parameters: Hex = '0x'): Promise<void> {
    const { client } = this.#operator;
    const { data: bytecode } = await client.call({ data: concat([artifacts.creationCodes[artifact], parameters]) });
    if (bytecode === undefined) throw new Error(`the creation code of ${artifact} returned no code`);
    await this.#operator.place(address, bytecode);
  }
}
