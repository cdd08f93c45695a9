/** The input of every program: a platform, a key, and the example of a backtest in the document. */
export const given = {
  baseUrl: process.env['BASE_URL'] ?? '',
  apiKey: process.env['API_KEY'] ?? '',
  idempotencyKey: process.env['IDEMPOTENCY_KEY'] ?? '',
  body: JSON.parse(process.env['BODY'] ?? ''),
  candles: { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', timeframe: '1h' },
} as const;

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly docs_url: string;
}

/** Prints what the client read. */
export function print(markets: number, wallet: string, status: string, trades: number, refused?: Refusal): void {
  if (refused === undefined) throw new Error('not refused');
  const { code, message, details, docs_url } = refused;
  process.stdout.write(
    `${JSON.stringify({ markets, wallet, status, trades, refused: { code, message, details, docs_url } })}\n`,
  );
}

/** The poll interval for a backtest. */
export function waitAWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 250));
}
