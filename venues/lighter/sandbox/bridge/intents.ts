import type { Network } from '@platform/kit/networks';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Journal } from '../../../simulation/index.js';
import { keyFromFaucet } from '../../../simulation/money/index.js';

/** The addresses of owners at which the bridge takes USDC, on disk: each follows from its owner and chain, by a key that the sandbox has. */
export class Intents {
  constructor(
    private readonly journal: Journal,
    private readonly faucetPrivateKey: Hex,
  ) {}

  /** Returns the address whose USDC on a network is credited to an owner. */
  open(l1Address: string, network: Network): Address {
    const purpose = `lighter intent of ${l1Address} on ${network}`;
    const { address } = privateKeyToAccount(keyFromFaucet(this.faucetPrivateKey, purpose));
    this.journal.run(
      'INSERT OR IGNORE INTO intents (address, l1_address, network) VALUES (?, ?, ?)',
      ...[address.toLowerCase(), l1Address, network],
    );
    return address;
  }

  /** Returns whose address on a network it is; undefined: it is none. */
  ownerOf(address: string, network: Network): string | undefined {
    const found = 'SELECT l1_address FROM intents WHERE address = ? AND network = ?';
    const row = this.journal.get(found, address.toLowerCase(), network);
    return row === undefined ? undefined : String(row['l1_address']);
  }
}
