/** The withdrawals of the test venue: nonces, fee, ledger and payouts as the real venue has them. */
import { signerOf } from '@platform/venues/hyperliquid/codec';
import {
  type Address,
  formatUnits,
  getAddress,
  type Hex,
  isHex,
  pad,
  parseUnits,
  recoverTypedDataAddress,
  zeroAddress,
} from 'viem';
import { z } from 'zod';

const FEE_MICRO_USDC = 1_000_000n;
const DECIMALS = 6;
const CHAIN_ID = 42_161;
const types = {
  'HyperliquidTransaction:Withdraw': [
    { name: 'hyperliquidChain', type: 'string' },
    { name: 'destination', type: 'string' },
    { name: 'amount', type: 'string' },
    { name: 'time', type: 'uint64' },
  ],
} as const;
const hex = z.custom<Hex>((value) => isHex(value)).transform((text) => pad(text, { size: 32 }));
const signature = z.object({ r: hex, s: hex, v: z.union([z.literal(27), z.literal(28)]) });
const signed = z.object({
  signature,
  nonce: z.int(),
  action: z.discriminatedUnion('type', [
    z.object({ type: z.literal('noop') }),
    z.object({
      type: z.literal('withdraw3'),
      hyperliquidChain: z.literal('Mainnet'),
      destination: z.string(),
      amount: z.string(),
      time: z.int(),
    }),
  ]),
});

/** The answer of `POST /exchange`. */
type Answer =
  | { readonly status: 'ok'; readonly response: object }
  | { readonly status: 'err'; readonly response: string };

const done: Answer = { status: 'ok', response: { type: 'default' } };
const refuse = (response: string): Answer => ({ status: 'err', response });

/** What the venue owes to an address on the chain. */
export interface OwedPayout {
  readonly to: Address;
  readonly microUsdc: bigint;
}

/** Takes withdrawals out of accounts, once per nonce, and remembers what is owed for them. */
export class TestVenueMoney {
  /** Owed and not paid yet, oldest first. */
  readonly owed: OwedPayout[] = [];
  /** How many of the next actions are done without an answer. */
  answersLost = 0;
  /** How many of the next actions that only spend a nonce are done without an answer. */
  noopAnswersLost = 0;
  /** How many of the next actions never arrive. */
  actionsLost = 0;
  /** The actions that arrived, by type. */
  readonly arrived: string[] = [];
  readonly #spent = new Set<string>();

  constructor(
    private readonly equity: Map<string, string>,
    private readonly ledger: Map<string, readonly object[]>,
  ) {}

  /** Does an action; returns undefined where its caller hears nothing. */
  async act(body: unknown): Promise<Answer | undefined> {
    if (this.actionsLost > 0) {
      this.actionsLost -= 1;
      return undefined;
    }
    const request = signed.parse(body);
    const answer = await this.#do(request);
    if (request.action.type === 'noop' && this.noopAnswersLost > 0) {
      this.noopAnswersLost -= 1;
      return undefined;
    }
    if (this.answersLost === 0) return answer;
    this.answersLost -= 1;
    return undefined;
  }

  /** Spends a nonce of an account, as another action would. */
  spend(user: string, nonce: number): void {
    this.#spent.add(`${user.toLowerCase()} ${nonce}`);
  }

  async #do({ action, nonce, signature: by }: z.output<typeof signed>): Promise<Answer> {
    this.arrived.push(action.type);
    const user = await userOf({ action, nonce, signature: by });
    const nonceOfUser = `${user} ${nonce}`;
    if (this.#spent.has(nonceOfUser)) return refuse(`Invalid nonce: duplicate nonce ${nonce}`);
    this.#spent.add(nonceOfUser);
    if (action.type === 'noop') return done;
    const microUsdc = parseUnits(action.amount, DECIMALS);
    const held = parseUnits(this.equity.get(user) ?? '0', DECIMALS);
    if (microUsdc <= FEE_MICRO_USDC || microUsdc > held) return refuse('Insufficient balance for withdrawal.');
    this.equity.set(user, formatUnits(held - microUsdc, DECIMALS));
    const paid = microUsdc - FEE_MICRO_USDC;
    const delta = {
      type: 'withdraw',
      usdc: formatUnits(paid, DECIMALS),
      nonce,
      fee: formatUnits(FEE_MICRO_USDC, DECIMALS),
    };
    this.ledger.set(user, [...(this.ledger.get(user) ?? []), { time: nonce, hash: `0x${nonce}`, delta }]);
    this.owed.push({ to: getAddress(action.destination), microUsdc: paid });
    return done;
  }
}

/** Returns the user who signed an action, in lower case. */
async function userOf({ action, nonce, signature: by }: z.output<typeof signed>): Promise<string> {
  if (action.type === 'noop')
    return (await signerOf({ action, nonce, expiresAfter: undefined, signature: by })) ?? zeroAddress;
  const { hyperliquidChain, destination, amount, time } = action;
  const address = await recoverTypedDataAddress({
    domain: { name: 'HyperliquidSignTransaction', version: '1', chainId: CHAIN_ID, verifyingContract: zeroAddress },
    types,
    primaryType: 'HyperliquidTransaction:Withdraw',
    message: { hyperliquidChain, destination, amount, time: BigInt(time) },
    signature: { ...by, v: BigInt(by.v) },
  });
  return address.toLowerCase();
}
