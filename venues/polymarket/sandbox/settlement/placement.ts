import { type Address, concat, encodeAbiParameters, type Hex } from 'viem';
import { artifacts } from '../contracts/generated/artifacts.js';
import { CONTRACTS } from './addresses.js';
import type { Operator } from './operator.js';

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

  /** Does some work while each adapter is the other one: what is redeemed there then is not paid. */
  async whileAdaptersSwapped(work: () => Promise<unknown>): Promise<void> {
    try {
      await this.#putAdapters({ areSwapped: true });
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
    await this.#put(CONTRACTS.pusd, 'SandboxPusd', bridge);
    await this.#put(CONTRACTS.conditionalTokens, 'SandboxConditionalTokens', operator);
    await this.#put(CONTRACTS.exchangeV2, 'SandboxExchange', operator);
    await this.#put(CONTRACTS.negRiskExchangeV2, 'SandboxExchange', operator);
    await this.#put(CONTRACTS.exchangeV3, 'SandboxExchange', operator);
    await this.#putAdapters({ areSwapped: false });
    await this.#put(CONTRACTS.walletImplementation, 'SandboxDepositWallet');
    await this.#put(CONTRACTS.walletBeacon, 'SandboxWalletBeacon');
    await this.#put(CONTRACTS.walletFactory, 'SandboxWalletFactory', operator);
  }

  async #putAdapters({ areSwapped }: { readonly areSwapped: boolean }): Promise<void> {
    const isNegRisk = (negRisk: boolean) => encodeAbiParameters([{ type: 'bool' }], [negRisk !== areSwapped]);
    await this.#put(CONTRACTS.collateralAdapter, 'SandboxCollateralAdapter', isNegRisk(false));
    await this.#put(CONTRACTS.negRiskCollateralAdapter, 'SandboxCollateralAdapter', isNegRisk(true));
  }

  /** Called, not sent, creation code returns the code to place. */
  async #put(address: Address, artifact: Artifact, parameters: Hex = '0x'): Promise<void> {
    const { client } = this.#operator;
    const { data: bytecode } = await client.call({ data: concat([artifacts.creationCodes[artifact], parameters]) });
    if (bytecode === undefined) throw new Error(`the creation code of ${artifact} returned no code`);
    await this.#operator.place(address, bytecode);
  }
}
