const PAGES = [
  { path: '/app/wallet', label: 'Balances' },
  { path: '/app/wallet/withdraw', label: 'Withdraw' },
  { path: '/app/wallet/statement', label: 'Statement' },
] as const;

/** The pages of the wallet, with the one that is shown. */
export function WalletPages({ current }: { readonly current: (typeof PAGES)[number]['path'] }) {
  return (
    <nav aria-label="Wallet" class="sub-pages">
      {PAGES.map(({ path, label }) => (
        <a key={path} href={path} aria-current={path === current ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
