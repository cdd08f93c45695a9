import { type Address, getAddress, type Hex, keccak256, maxUint256, toHex } from 'viem';
import type { Journal } from '../../../simulation/index.js';
import { EXCHANGES } from '../trading/contracts.js';
import { MARKET_ADDRESS } from './addresses.js';
import { Reverted, type SettledFill, type Settlement } from './settlement.js';
import type { DepositWallets } from './wallets.js';
import { wrappedSigner } from './wrapped.js';

const COLLATERAL = 'collateral';

/** Money and shares in the venue's own books, for a sandbox without a chain. The simulated market has as much as it needs. */
export class Books implements Settlement, DepositWallets {
  constructor(private readonly journal: Journal) {}

  async collateral(wallet: Address): ReturnType<Settlement['collateral']> {
    const allowances = EXCHANGES.map(({ address }) => [address, this.#allowance(wallet, COLLATERAL, address)]);
    return { balance: this.#balance(wallet, COLLATERAL), allowances: Object.fromEntries(allowances) };
  }

  async shares(wallet: Address, tokenId: bigint): ReturnType<Settlement['shares']> {
    const approvals = EXCHANGES.map(({ address }) => [address, this.#allowance(wallet, 'shares', address) > 0n]);
    return { balance: this.#balance(wallet, String(tokenId)), approvals: Object.fromEntries(approvals) };
  }

  async isSignatureOf(wallet: Address, digest: Hex, signature: Hex): Promise<boolean> {
    const row = this.journal.get('SELECT owner FROM deposit_wallets WHERE wallet = ?', wallet.toLowerCase());
    const signer = await wrappedSigner(wallet, digest, signature);
    return row !== undefined && signer?.toLowerCase() === row['owner'];
  }

  async of(owner: Address): Promise<Address | undefined> {
    const row = this.journal.get('SELECT wallet FROM deposit_wallets WHERE owner = ?', owner.toLowerCase());
    return row === undefined ? undefined : getAddress(String(row['wallet']));
  }

  async settle(id: string, exchange: Address, fills: readonly SettledFill[]): Promise<Hex> {
    const hash = keccak256(toHex(`settlement ${id}`));
    return this.journal.transaction(() => {
      if (this.journal.run('INSERT OR IGNORE INTO settlements VALUES (?)', id) === 0) return hash;
      for (const { tokenId, buyer, seller, shares, collateral, fee } of fills) {
        this.#spend(buyer, COLLATERAL, collateral, exchange);
        this.#spend(seller, String(tokenId), shares, exchange);
        this.credit(seller, collateral);
        this.credit(buyer, shares, tokenId);
        this.#spend(fee.payer, COLLATERAL, fee.collateral, exchange);
      }
      return hash;
    });
  }

  /** Gives a wallet collateral, or shares of a token; it lets every exchange take them unless it says otherwise. */
  credit(wallet: Address, units: bigint, tokenId?: bigint): void {
    this.#add(wallet, tokenId === undefined ? COLLATERAL : String(tokenId), units);
  }

  /** Sets what an exchange may take of a wallet's collateral, or, by 0 or more than that, whether it may take its shares. */
  approve(wallet: Address, exchange: Address, units: bigint, asset: 'collateral' | 'shares' = COLLATERAL): void {
    const values = [wallet.toLowerCase(), asset, exchange, String(units)];
    this.journal.run('INSERT OR REPLACE INTO allowances VALUES (?, ?, ?, ?)', ...values);
  }

  /** Makes an address the deposit wallet of an owner. */
  addWallet(wallet: Address, owner: Address): void {
    const values = [wallet.toLowerCase(), owner.toLowerCase()];
    this.journal.run('INSERT OR REPLACE INTO deposit_wallets VALUES (?, ?)', ...values);
  }

  #balance(wallet: Address, asset: string): bigint {
    if (wallet.toLowerCase() === MARKET_ADDRESS) return maxUint256;
    const sql = 'SELECT units FROM balances WHERE wallet = ? AND asset = ?';
    return BigInt(String(this.journal.get(sql, wallet.toLowerCase(), asset)?.['units'] ?? 0));
  }

  #allowance(wallet: Address, asset: 'collateral' | 'shares', exchange: Address): bigint {
    const sql = 'SELECT units FROM allowances WHERE wallet = ? AND asset = ? AND exchange = ?';
    const row = this.journal.get(sql, wallet.toLowerCase(), asset, exchange);
    return row === undefined ? maxUint256 : BigInt(String(row['units']));
  }

  #spend(wallet: Address, asset: string, units: bigint, exchange: Address): void {
    const allowed = this.#allowance(wallet, asset === COLLATERAL ? COLLATERAL : 'shares', exchange);
    if (this.#balance(wallet, asset) < units || (units > 0n && allowed < (asset === COLLATERAL ? units : 1n)))
      throw new Reverted(`reverted: ${wallet} has too little of ${asset}, or has not approved ${exchange}`);
    this.#add(wallet, asset, -units);
  }

  /** Adds units to a balance; fewer than none take some away. */
  #add(wallet: Address, asset: string, added: bigint): void {
    if (wallet.toLowerCase() === MARKET_ADDRESS) return;
    const units = String(this.#balance(wallet, asset) + added);
    this.journal.run('INSERT OR REPLACE INTO balances VALUES (?, ?, ?)', wallet.toLowerCase(), asset, units);
  }
}
