import { type Network, networkNames } from '@platform/kit/networks';
import { type Address, getAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import type { Journal } from '../../../simulation/index.js';
import { derivedKey } from '../settlement/operator.js';

const row = z.object({
  address: z.string(),
  kind: z.enum(['deposit', 'withdrawal']),
  wallet: z.string(),
  network: z.enum(networkNames),
  recipient: z.string().transform((text): Address => getAddress(text)),
});

/** What happens with money that arrives at an address of the bridge. */
export interface BridgeAddress {
  /** In lower case. */
  readonly address: string;
  readonly kind: 'deposit' | 'withdrawal';
  /** The network on which it is paid out. */
  readonly network: Network;
  readonly recipient: Address;
}

/** The bridge's addresses on disk: each follows from what it is for, by a key that the sandbox has. */
export class Addresses {
  constructor(
    private readonly journal: Journal,
    private readonly faucetPrivateKey: Hex,
  ) {}

  /** Returns the address whose USDC becomes pUSD of a wallet. */
  deposit(wallet: Address): Address {
    return this.#open('deposit', wallet, 'polygon', wallet);
  }

  /** Returns the address whose pUSD becomes USDC of a recipient. */
  withdrawal(wallet: Address, network: Network, recipient: Address): Address {
    return this.#open('withdrawal', wallet, network, recipient);
  }

  find(address: string): BridgeAddress | undefined {
    const found = this.journal.get('SELECT * FROM bridge_addresses WHERE address = ?', address.toLowerCase());
    return found === undefined ? undefined : row.parse(found);
  }

  #open(kind: BridgeAddress['kind'], wallet: Address, network: Network, recipient: Address): Address {
    const purpose = [kind, wallet.toLowerCase(), network, recipient.toLowerCase()].join(' ');
    const { address } = privateKeyToAccount(derivedKey(this.faucetPrivateKey, purpose));
    this.journal.run(
      'INSERT OR IGNORE INTO bridge_addresses (address, kind, wallet, network, recipient) VALUES (?, ?, ?, ?, ?)',
      ...[address.toLowerCase(), kind, wallet, network, recipient],
    );
    return address;
  }
}
