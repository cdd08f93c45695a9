/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Whether the platform supports a venue. */
export type VenueStatus =
  /** Supported; the capabilities list what for. */
  | 'available'
  /** Not supported yet. */
  | 'planned';

/** What kind of instrument a market trades. */
export type MarketKind =
  /** A futures contract without expiry. */
  | 'perpetual'
  /** One asset against another. */
  | 'spot'
  /** An outcome that pays one or nothing. */
  | 'prediction';

/** Where rows of a table come from. */
export type RowSource =
  /** The venue itself. */
  | 'venue'
  /** A sandbox venue that replays recorded data of a real venue. */
  | 'recorded'
  /** A sandbox venue that made them up. */
  | 'simulated'
  /** A file that was imported. */
  | 'imported'
  /** Stored before sources were kept. */
  | 'unknown';

/** Why a backtest of a market has no dataset. */
export type DatasetUnavailability =
  /** No release of it is published, or there is no such market. */
  | 'not_published'
  /** Its release was withdrawn. */
  | 'withdrawn'
  /** Its readiness marker is malformed, or belongs to another market. */
  | 'malformed_marker'
  /** Its readiness marker belongs to another environment. */
  | 'foreign_environment'
  /** The manifest of its release is missing or damaged. */
  | 'corrupted_manifest'
  /** An object of its release is missing or damaged. */
  | 'corrupted_object'
  /** Its release holds no candles. */
  | 'no_bars'
  /** Its venue does not state its fee schedule. */
  | 'unknown_fees';

/** Trading status of a market. */
export type MarketStatus =
  /** It is open for trading. */
  | 'active'
  /** Trading is paused. */
  | 'halted'
  /** Trading has ended; the history stays available. */
  | 'closed';

/** Trend of a market. */
export type RegimeState =
  /** A directional index of 25 or more, with more movement up. */
  | 'trending_up'
  /** A directional index of 25 or more, with more movement down. */
  | 'trending_down'
  /** A directional index from 20 to 25. */
  | 'transitional'
  /** A directional index below 20. */
  | 'ranging'
  /** There are too few candles. */
  | 'unknown';

/** The mean funding of the last day compared with that of the last seven days. */
export type FundingTrend =
  /** It is higher by at least one percentage point per year. */
  | 'rising'
  /** It is lower by at least one percentage point per year. */
  | 'falling'
  /** They differ by less. */
  | 'flat';

/** Why a scan lists a market. */
export type ScanCategory =
  /** A seven-day return beyond what chance would give. */
  | 'momentum'
  /** A price far from its mean, without a trend. */
  | 'mean_reversion'
  /** A price outside the range of the seven days before. */
  | 'breakout'
  /** More traded in a day than in the 30 days before. */
  | 'volume';

/** How far the history of a requested market is. */
export type MarketRequestState =
  /** Nothing is stored yet. */
  | 'requested'
  /** Rows are stored, but no release is published. */
  | 'collecting'
  /** Backtests run on it; new rows follow until it closes or the request is dropped. */
  | 'ready'
  /** It cannot be backtested; `reason` says why. */
  | 'refused';

/** Where the markets of a scan trade. BTC, ETH and SOL are in neither. */
export type ScanBucket =
  /** A venue's own markets. */
  | 'alts'
  /** Markets of builder-deployed exchanges; backtests are not available for them. */
  | 'hip3';

/** The market to collect. */
export type RequestMarketInput = {
  /** A venue that is searched: any other collects all of its markets. */
  venue: string;
  /** Canonical symbol, token or slug. There is no fuzzy matching. */
  market: string;
};

/** The request to end. */
export type DropMarketRequestInput = {
  /** The venue. */
  venue: string;
  /** The request's market, or a symbol, token or slug of it. */
  market: string;
};

/** The status of an execution. */
export type ExecutionStatus =
  /** It is being sent; the venue may have received it. */
  | 'submitting'
  /** Its outcome is being looked up. */
  | 'reconciling'
  /** The venue accepted it. */
  | 'succeeded'
  /** The venue refused it. */
  | 'rejected'
  /** It certainly did not happen; it is safe to send again under a new key. */
  | 'failed'
  /** The outcome is unknown; an operator must resolve it. */
  | 'reconciliation_required';

/** How far trades are settled on a venue's chain. */
export type ExecutionSettlement =
  /** The venue has matched them. */
  | 'matched'
  /** They are in a block. */
  | 'mined'
  /** They are final. */
  | 'confirmed'
  /** The chain refused one of them, and the venue tries again. */
  | 'retrying'
  /** One of them failed for good: neither money nor shares moved by it. */
  | 'failed';

/** A native action to submit. */
export type SubmitExecutionInput = {
  /** Id of the venue. A planned venue is refused with `feature_not_available`. */
  venue: string;
  /** The action in the venue's own field names: a JSON object as text, at most 64 KiB, 32 levels deep and without integers beyond 2^53. Trading actions only; the server supplies credentials, nonces and signatures. */
  actionJson: string;
  /** EVM address of one of the caller's managed wallets; the default wallet if omitted. */
  accountAddress?: string | null | undefined;
  /** 1 to 255 visible ASCII characters. Repeating a request with the same key always returns the same execution. */
  idempotencyKey: string;
};

/** How the owner of an account signs in. */
export type LoginType =
  /** With a code sent to an e-mail address. */
  | 'email'
  /** With a wallet, through an identity provider. */
  | 'wallet';

/** What an API key may do. */
export type ApiKeyPermission =
  /** Every read, and venue setup. */
  | 'read'
  /** Everything that read may do, and every write. */
  | 'trade'
  /** Everything that any key may do. */
  | 'all';

/** A key to mint. */
export type CreateApiKeyInput = {
  /** Display name of at most 100 characters, without control characters, invisible characters or characters that change the text direction; api-key if omitted or blank. */
  name?: string;
  /** What it may do: at least one permission, without duplicates; all if omitted. */
  permissions?: Array<ApiKeyPermission>;
  /** The limits of its trading, at least one; no limits if omitted. They never change. */
  mandate?: MandateInput | null | undefined;
};

/** The limits of a key's trading: at least one of them. */
export type MandateInput = {
  /** Venues that it may trade at, at most 10; any if omitted. */
  venues?: Array<string> | null | undefined;
  /** Canonical symbols that it may trade, at most 50; any if omitted. */
  symbols?: Array<string> | null | undefined;
  /** The most that one order may be worth, above zero and below ten billion; no limit if omitted. */
  maxOrderUsd?: string | null | undefined;
  /** The most that all orders of a UTC day may be worth together; no limit if omitted. */
  maxDailyUsd?: string | null | undefined;
  /** The highest leverage that it may set or open positions with, 1 to 1000; no limit if omitted. */
  maxLeverage?: number | null | undefined;
  /** Whether it may only cancel, and place orders that only reduce. */
  reduceOnly?: boolean;
  /** When it ends, in the future; never if omitted. */
  expiresAt?: string | null | undefined;
};

/** A key and its name on the older surface. */
export type RenameApiKeyInput = {
  /** The key's identifier. */
  id: string | number;
  /** Display name of 1 to 100 characters, without control characters, invisible characters or characters that change the text direction. */
  name: string;
};

/** A key to revoke. */
export type RevokeApiKeyInput = {
  /** The key's identifier. */
  id: string | number;
};

/** An address to send a key to. */
export type SendMagicLinkInput = {
  /** E-mail address. */
  email: string;
};

/** A link that was opened. */
export type UseMagicLinkInput = {
  /** The token of the link. */
  token: string;
};

/** An address to send a code to. */
export type SendRegistrationCodeInput = {
  /** E-mail address. */
  email: string;
};

/** A code that was received. */
export type VerifyRegistrationCodeInput = {
  /** The address that the code was sent to. */
  email: string;
  /** The six-digit code. */
  otp: string;
};

/** A code that was received. */
export type OpenSessionInput = {
  /** The address that the code was sent to. */
  email: string;
  /** The six-digit code. */
  otp: string;
};

/** A link that was opened. */
export type UseSignInLinkInput = {
  /** The secret of the link. */
  secret: string;
};

/** The status of a deployment. */
export type DeploymentStatus =
  /** It was checked and has not been started. */
  | 'created'
  /** Its process is being started. */
  | 'starting'
  /** It looks at its markets. */
  | 'running'
  /** It was asked to stop. */
  | 'stopping'
  /** It does not run; what it holds stays open. */
  | 'stopped'
  /** Its process and all that it kept are being removed. */
  | 'deleting'
  /** Nothing of it is left but this record, for 30 days. */
  | 'deleted'
  /** It can not go on; error says why. It may be started again. */
  | 'error';

/** The money that a deployment trades with. */
export type DeploymentMode =
  /** Simulated money. */
  | 'paper'
  /** The money of its account. */
  | 'live';

/** What happens when the time of a deployment is over. */
export type ExpiryMode =
  /** It stops; what it holds stays open. */
  | 'stop'
  /** It opens no further position, and stops once it holds nothing. */
  | 'block_entries';

/** The direction of a trade. */
export type TradeSide =
  /** It profits when the price rises. */
  | 'long'
  /** It profits when the price falls. */
  | 'short';

/** The status of a backtest. */
export type BacktestStatus =
  /** It waits in the queue. */
  | 'queued'
  /** It is running. */
  | 'running'
  /** It has a result. */
  | 'finished'
  /** It ended without a result; error says why. */
  | 'error';

/** What the profit of a trade includes. More models may be added. */
export type TradePnlModel =
  /** Price differences and fees; funding is reported separately. */
  | 'price_and_fees';

/** A figure that follows from a run's trades alone. */
export type RecomputedFigure =
  /** The profit of all trades. */
  | 'profitTotalPct'
  /** Number of closed trades. */
  | 'trades'
  /** The share of the trades that won. */
  | 'winRate'
  /** Gains divided by losses. */
  | 'profitFactor'
  /** What each market contributed. */
  | 'perPair'
  /** What the trades of each exit reason contributed. */
  | 'perExitReason';

/** Status of a check of a strategy. */
export type CheckStatus =
  /** The backtest has not ended yet. */
  | 'pending'
  /** It found nothing. */
  | 'passed'
  /** It found a bias: the result of the backtest is not reliable. */
  | 'failed'
  /** It could not run; message says why. */
  | 'error';

/** Why a deployment's trade differs from the backtest's, or is missing on one side. */
export type ParityCause =
  /** It was filled at other prices. */
  | 'price'
  /** With real money: an order in time was filled at another price than the candle's. */
  | 'slippage'
  /** It was charged another fee. */
  | 'fee'
  /** Funding was paid or received on one side alone. */
  | 'funding'
  /** It was of another amount. */
  | 'size'
  /** With real money: an order of it was filled only in part. */
  | 'partial_fill'
  /** A price within a candle ended it on one side, and not on the other. */
  | 'exit'
  /** A candle was told to the deployment late, or was corrected after it was told. */
  | 'late_candle'
  /** The feed gave the deployment no answer. */
  | 'feed_silent'
  /** The deployment did not run. */
  | 'not_running'
  /** The deployment was to open nothing more. */
  | 'entries_blocked'
  /** It is about as small as an order may be, so that a slightly smaller balance opens none. */
  | 'minimum_size'
  /** An earlier trade that differs was still open, or had used the money. */
  | 'earlier_difference'
  /** It was open when the period ended. */
  | 'open_at_end'
  /** None of these. */
  | 'unexplained';

/** Whether a version of a framework can run strategies. */
export type FrameworkStatus =
  /** It can run strategies. */
  | 'ready'
  /** It is being installed; backtests wait. */
  | 'provisioning'
  /** It is installed when a backtest first requests it; such backtests wait. */
  | 'on_demand'
  /** It could not be installed; the runtime's log says why. */
  | 'failed';

/** A backtest to queue. */
export type CreateBacktestInput = {
  /** freqtrade or nautilus. More frameworks may be added. */
  framework: string;
  /** Id of the venue. */
  venue: string;
  /** The framework's aliases of the markets: 1 to 50, without duplicates. */
  symbols: Array<string>;
  /** The strategy: one file, at most 256 KiB. */
  code: string;
  /** The framework's own config: a JSON object as text, at most 64 KiB, 32 levels deep and without integers beyond 2^53. */
  configJson: string;
  /** The window to cover; it must lie inside the stored history. */
  range: BacktestRangeInput;
  /** The strategy class to run: a Python identifier of 1 to 100 characters. May be omitted if the file holds only one. */
  strategyClass?: string | null | undefined;
  /** Name of 1 to 100 characters, without control characters, invisible characters or characters that change the text direction. Names need not be unique. */
  name?: string | null | undefined;
  /** Checks of the strategy to run after the backtest has finished, each at most once. They do not affect its result. A request for a check that the framework does not have is refused. */
  checks?: Array<BacktestCheckName> | null | undefined;
  /** A listed image digest; the current one if omitted. */
  imageDigest?: string | null | undefined;
  /** Whether no worker takes it until startBacktest; no if omitted. It counts as queued, and can be deleted. */
  hold?: boolean | null | undefined;
  /** 1 to 255 visible ASCII characters. For 24 hours, repeating a request with the same key returns the first response. */
  idempotencyKey?: string | null | undefined;
};

/** The window of a backtest. */
export type BacktestRangeInput = {
  /** A date, YYYY-MM-DD: the window starts at its midnight UTC. For nautilus also a timestamp with a zone, to the millisecond. */
  from: string;
  /** A date, YYYY-MM-DD: the window ends at its midnight UTC, as freqtrade's own time range does. For nautilus also a timestamp. */
  to: string;
};

/** A check of a strategy by its framework's own command. */
export type BacktestCheckName =
  /** Whether entries, exits or indicators depend on candles after them. */
  | 'lookahead'
  /** Whether indicators depend on how many candles come before them. */
  | 'recursive';

/** A held backtest to start. */
export type StartBacktestInput = {
  /** Its id. */
  id: string | number;
};

/** A backtest to cancel. */
export type CancelBacktestInput = {
  /** Its id. */
  id: string | number;
};

/** A backtest to delete. */
export type DeleteBacktestInput = {
  /** Its id. */
  id: string | number;
};

/** A deployment to create. */
export type CreateDeploymentInput = {
  /** freqtrade or nautilus. More frameworks may be added. */
  framework: string;
  /** A listed image digest; the current one if omitted. */
  imageDigest?: string | null | undefined;
  /** Id of the venue. */
  venue: string;
  /** A region of the venue; the venue's first one if omitted. */
  region?: string | null | undefined;
  /** The money that it trades with. */
  mode: DeploymentMode;
  /** Name of 1 to 100 characters, without control characters, invisible characters or characters that change the text direction; unique among the account's deployments. */
  name: string;
  /** The strategy: one file, at most 256 KiB. */
  code: string;
  /** The framework's own config: a JSON object as text, at most 64 KiB, 32 levels deep and without integers beyond 2^53. It names the markets. */
  configJson: string;
  /** When its time is over; never if omitted, but a live one ends with the mandate of its key. */
  aliveUntil?: string | null | undefined;
  /** What happens then; it stops if omitted. */
  onExpiry?: ExpiryMode | null | undefined;
  /** Who holds the credentials of a live one: managed, the platform; self_custody is planned. managed if omitted; ignored for paper. */
  credentialsType?: string | null | undefined;
  /** 1 to 255 visible ASCII characters. For 24 hours, repeating a request with the same key returns the first response. */
  idempotencyKey?: string | null | undefined;
};

/** A deployment to start. */
export type StartDeploymentInput = {
  /** Its id. */
  id: string | number;
  /** When its time is over from now on; never if null, and as it is if omitted. */
  aliveUntil?: string | null | undefined;
  /** What happens then; as it is if omitted. */
  onExpiry?: ExpiryMode | null | undefined;
};

/** A deployment to stop. */
export type StopDeploymentInput = {
  /** Its id. */
  id: string | number;
};

/** A deployment to change. */
export type UpdateDeploymentInput = {
  /** Its id. */
  id: string | number;
  /** Its new name; as it is if omitted. */
  name?: string | null | undefined;
  /** When its time is over from now on; never if null, and as it is if omitted. */
  aliveUntil?: string | null | undefined;
  /** What happens then; as it is if omitted. */
  onExpiry?: ExpiryMode | null | undefined;
};

/** A deployment to delete. */
export type DeleteDeploymentInput = {
  /** Its id. */
  id: string | number;
  /** Whether it is deleted although it holds positions, which nothing looks after then. */
  acknowledgePositionsOpen?: boolean | null | undefined;
};

/** What a deployment is to trade with. */
export type AttachDeploymentCredentialsInput = {
  /** Id of the deployment. */
  id: string | number;
  /** Who holds them; managed if omitted. */
  type?: CredentialType | null | undefined;
  /** What they may do; trade if omitted. */
  scope?: CredentialScope | null | undefined;
  /** Whether a credential is allowed that is not limited to trading. */
  allowUnscopedCredential?: boolean | null | undefined;
  /** Whether it is known that such a credential can withdraw. */
  acknowledgeWithdrawalRisk?: boolean | null | undefined;
  /** Whether it is known that such a credential is not recommended. */
  acknowledgeNotRecommended?: boolean | null | undefined;
};

/** Who holds the credentials of a deployment. */
export type CredentialType =
  /** The platform. */
  | 'managed'
  /** The caller. It is planned: refused with feature_not_available. */
  | 'self_custody';

/** What credentials may do. Any but trade takes the three acknowledgements. */
export type CredentialScope =
  /** Trade, and nothing else. */
  | 'trade'
  /** Everything that the account may do. */
  | 'unrestricted'
  /** Trade and withdraw. */
  | 'withdraw';

/** A deployment to compare with a backtest of its own period. */
export type StartDeploymentParityInput = {
  /** Its id. */
  id: string | number;
};

/** Direction of a position. */
export type PositionSide =
  /** It profits when the price rises. */
  | 'long'
  /** It profits when the price falls. */
  | 'short';

/** A network that wallets hold USDC on. More networks may be added. */
export type Network =
  /** Arbitrum One, chain id 42161. */
  | 'arbitrum'
  /** Polygon, chain id 137. */
  | 'polygon';

/** An asset that a wallet holds. More assets may be added. */
export type Asset =
  /** Circle's native USDC. */
  | 'USDC';

/** The status of a setup. */
export type SetupStatus =
  /** It is under way. */
  | 'processing'
  /** The money is at the venue. */
  | 'completed'
  /** It did not happen; the reserved amount is available again. */
  | 'failed'
  /** Its outcome is unknown; the reserved amount stays held. */
  | 'reconciliation_required';

/** What a setup is doing. More steps may be added; treat an unknown step as under way. */
export type SetupStep =
  /** It reserves the money. */
  | 'reserve'
  /** It moves the money on the chain. */
  | 'transfer'
  /** It waits for the venue to credit it. */
  | 'credit'
  /** It registers the wallet at the venue. */
  | 'register'
  /** Nothing is left to do. */
  | 'done';

/** The status of a deposit. */
export type DepositStatus =
  /** It is in a block that the chain may still drop. */
  | 'observed'
  /** It is final on its chain and can be spent. */
  | 'confirmed'
  /** The chain dropped its block. */
  | 'failed';

/** The status of a withdrawal. */
export type WithdrawalStatus =
  /** It is accepted and its amount is held. */
  | 'processing'
  /** Its transaction has been sent to the chain. */
  | 'broadcast'
  /** It is final on its chain. */
  | 'confirmed'
  /** It did not happen; the amount is available again. */
  | 'failed';

/** A balance that withdrawals can spend, or will. */
export type WithdrawalSourceName =
  /** The USDC that the wallet holds on Arbitrum. */
  | 'arbitrum'
  /** What the wallet has at hyperliquid. */
  | 'hyperliquid'
  /** What the wallet has at polymarket. */
  | 'polymarket'
  /** What the wallet has at lighter. */
  | 'lighter'
  /** What the wallet holds on Polygon, which an operator alone pays out. */
  | 'polygon';

/** Whether a source can be spent. */
export type WithdrawalSourceStatus =
  /** It can be spent now. */
  | 'available'
  /** It can not be spent now; the reason says why. */
  | 'unavailable'
  /** It is planned. */
  | 'coming_soon';

/** How a withdrawal is proved; the server chooses. */
export type WithdrawalProofType =
  /** A code sent to the account's verified address. */
  | 'email_otp'
  /** A signature by the locked login wallet. */
  | 'wallet_signature';

/** Where withdrawals may go. */
export type DestinationMode =
  /** To any address that the caller names. */
  | 'user_entered'
  /** To the login wallet only. */
  | 'locked';

/** Whether a trading account can trade. */
export type TradingAccountStatus =
  /** The wallet has an account at the venue. */
  | 'active'
  /** The wallet is not known to have an account at the venue: a setup makes one. */
  | 'pending';

/** What a line of a statement says. More kinds may be added. */
export type LedgerLineKind =
  /** A wallet received money from outside the platform. */
  | 'deposit'
  /** Money left for an address outside the platform. */
  | 'withdrawal'
  /** A setup sent money from a wallet to a venue. */
  | 'venue_payment'
  /** The venue credited what a setup sent. */
  | 'venue_credit'
  /** A venue paid money out. */
  | 'venue_withdrawal'
  /** A wallet received what a venue paid out. */
  | 'payout'
  /** An operator gave up what a venue took and shows no credit for. */
  | 'written_off'
  /** An operator corrected the books to what the chain shows. */
  | 'correction'
  /** Money moved in another way. */
  | 'transfer';

/** A venue to set up. */
export type SetUpVenueInput = {
  /** Id of the venue. A planned venue is refused with `feature_not_available`. */
  venue: string;
  /** What to reserve and move: decimal string of USD, at least 50.00. */
  amountUsd: string;
  /** The caller's key: 1 to 255 visible ASCII characters. */
  idempotencyKey: string;
  /** EVM address of one of the caller's managed wallets, whose money moves; the primary one if omitted. */
  accountAddress?: string | null | undefined;
};

/** A new name for a trading account. */
export type UpdateTradingAccountInput = {
  /** Id of its venue. */
  venue: string;
  /** Its id. */
  id: string | number;
  /** Name of 1 to 100 characters, without control characters, invisible characters or characters that change the text direction. Surrounding white space is removed. */
  label: string;
};

/** A code to send for one withdrawal. */
export type SendWithdrawalCodeInput = {
  /** UUID: the idempotency key of the withdrawal that the code is for. */
  idempotencyKey: string;
  /** Name of the source; arbitrum is the default. */
  source?: string | null | undefined;
  /** Decimal string of USD, at most six fractional digits. */
  amountUsd: string;
  /** EVM address outside the platform. */
  destinationWallet: string;
  /** The network: arbitrum. */
  chain: string;
  /** Contract of native USDC on the network. */
  assetAddress: string;
};

/** A withdrawal to authorize. */
export type AuthorizeWithdrawalInput = {
  /** UUID: the idempotency key of the withdrawal. */
  idempotencyKey: string;
  /** Name of the source. */
  source?: string | null | undefined;
  /** Decimal string of USD, at most six fractional digits. */
  amountUsd: string;
  /** EVM address outside the platform; none in wallet mode. */
  destinationWallet?: string | null | undefined;
  /** The network: arbitrum. */
  chain?: string | null | undefined;
  /** Contract of native USDC on the network. */
  assetAddress?: string | null | undefined;
  /** The proof. */
  authorization?: WithdrawalProofInput | null | undefined;
};

/** Proof that the caller authorizes a withdrawal. */
export type WithdrawalProofInput = {
  /** The kind of proof. */
  type: WithdrawalProofType;
  /** For email_otp: the challenge that the code was sent for. */
  challengeId?: string | number | null | undefined;
  /** For email_otp: the six digits. */
  code?: string | null | undefined;
  /** For wallet_signature: the login wallet's signature over the typed data, 0x and hexadecimal digits. */
  signature?: string | null | undefined;
  /** For wallet_signature: the UUID that it names. */
  nonce?: string | null | undefined;
  /** For wallet_signature: when it expires, as signed: ISO 8601 UTC with milliseconds. */
  expiresAt?: string | null | undefined;
};

/** A request whose outcome is not known. */
export type RecoverWithdrawalInput = {
  /** The idempotency key of the request. */
  idempotencyKey: string;
};

/** A withdrawal to make. */
export type CreateWithdrawalInput = {
  /** UUID; any key while withdrawal authorization is off. */
  idempotencyKey: string;
  /** Name of the source. */
  source?: string | null | undefined;
  /** Decimal string of USD, at most six fractional digits. */
  amountUsd: string;
  /** EVM address outside the platform; none in wallet mode. */
  destinationWallet?: string | null | undefined;
  /** The network: arbitrum. */
  chain?: string | null | undefined;
  /** Contract of native USDC on the network. */
  assetAddress?: string | null | undefined;
  /** The proof. */
  authorization?: WithdrawalProofInput | null | undefined;
  /** Only look up an earlier withdrawal with the key; nothing is authorized, created or moved. */
  replayOnly?: boolean;
};

export type ConsoleSendCodeMutationVariables = Exact<{
  input: SendRegistrationCodeInput;
}>;


export type ConsoleSendCodeMutation = { sendRegistrationCode: { expiresInSeconds: number } };

export type ConsoleOpenSessionMutationVariables = Exact<{
  input: OpenSessionInput;
}>;


export type ConsoleOpenSessionMutation = { openSession: { sessionToken: string } };

export type ConsoleUseSignInLinkMutationVariables = Exact<{
  input: UseSignInLinkInput;
}>;


export type ConsoleUseSignInLinkMutation = { useSignInLink: { sessionToken: string, expiresAt: string } };

export type ConsoleEndSessionMutationVariables = Exact<{ [key: string]: never; }>;


export type ConsoleEndSessionMutation = { endSession: { ended: boolean } };

export type LegacyAccountFieldsFragment = { label: string, accountIndex: number, walletAddress: string };

export type LegacyListAccountsQueryVariables = Exact<{
  venue: string;
}>;


export type LegacyListAccountsQuery = { tradingAccounts: Array<{ label: string, accountIndex: number, walletAddress: string }> };

export type LegacyRenameAccountMutationVariables = Exact<{
  input: UpdateTradingAccountInput;
}>;


export type LegacyRenameAccountMutation = { updateTradingAccount: { account: { label: string, accountIndex: number, walletAddress: string } } };

export type LegacyGetAccountStatusQueryVariables = Exact<{ [key: string]: never; }>;


export type LegacyGetAccountStatusQuery = { account: { plan: { name: string } } };

export type LegacyOnboardingFieldsFragment = { label: string, accountIndex: number, walletAddress: string, wallet: { balance: { heldUsd: string }, venues: { hyperliquid: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, polymarket: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, lighter: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } } } };

export type LegacyGetOnboardingQueryVariables = Exact<{
  venue: string;
  id: string | number;
}>;


export type LegacyGetOnboardingQuery = { tradingAccount: { label: string, accountIndex: number, walletAddress: string, wallet: { balance: { heldUsd: string }, venues: { hyperliquid: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, polymarket: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, lighter: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } } } } };

export type LegacySetUpVenueMutationVariables = Exact<{
  input: SetUpVenueInput;
}>;


export type LegacySetUpVenueMutation = { setUpVenue: { replayed: boolean, operation: { id: string } } };

export type LegacyListApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type LegacyListApiKeysQuery = { apiKeys: Array<{ id: string, name: string, legacyName: string | null, prefix: string, createdAt: string, requestsToday: number }>, account: { limits: { requestsPerMinute: number } } };

export type LegacyCreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type LegacyCreateApiKeyMutation = { createApiKey: { apiKey: string, keyId: string } };

export type LegacyRevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type LegacyRevokeApiKeyMutation = { revokeApiKey: { id: string } };

export type LegacyRenameApiKeyMutationVariables = Exact<{
  input: RenameApiKeyInput;
}>;


export type LegacyRenameApiKeyMutation = { renameApiKey: { key: { name: string, legacyName: string | null } } };

export type LegacySendMagicLinkMutationVariables = Exact<{
  input: SendMagicLinkInput;
}>;


export type LegacySendMagicLinkMutation = { sendMagicLink: { sent: boolean } };

export type LegacyUseMagicLinkMutationVariables = Exact<{
  input: UseMagicLinkInput;
}>;


export type LegacyUseMagicLinkMutation = { useMagicLink: { email: string, keyPrefix: string, activated: boolean } };

export type LegacyBacktestFieldsFragment = { id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null };

export type LegacyGetBacktestQueryVariables = Exact<{
  id: string | number;
}>;


export type LegacyGetBacktestQuery = { backtest: { id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, strategy: { code: string, configJson: string }, resultLink: { token: string } | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null } };

export type LegacyGetBacktestStatusQueryVariables = Exact<{
  id: string | number;
}>;


export type LegacyGetBacktestStatusQuery = { backtest: { id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, resultLink: { token: string } | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null } };

export type LegacyListBacktestsQueryVariables = Exact<{
  statuses?: Array<BacktestStatus> | BacktestStatus | null | undefined;
  held?: boolean | null | undefined;
  withStrategy: boolean;
  first: number;
  after?: string | null | undefined;
}>;


export type LegacyListBacktestsQuery = { backtests: { edges: Array<{ node: { id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, strategy?: { code: string, configJson: string }, resultLink: { token: string } | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type LegacyGetBacktestLogsQueryVariables = Exact<{
  id: string | number;
}>;


export type LegacyGetBacktestLogsQuery = { backtest: { id: string, logs: Array<string> } };

export type LegacyCreateBacktestMutationVariables = Exact<{
  input: CreateBacktestInput;
}>;


export type LegacyCreateBacktestMutation = { createBacktest: { backtest: { id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null } } };

export type LegacyStartBacktestMutationVariables = Exact<{
  input: StartBacktestInput;
}>;


export type LegacyStartBacktestMutation = { startBacktest: { wasHeld: boolean, backtest: { id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null } } };

export type LegacyCancelBacktestMutationVariables = Exact<{
  input: CancelBacktestInput;
}>;


export type LegacyCancelBacktestMutation = { cancelBacktest: { backtest: { id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null } } };

export type LegacyDeleteBacktestMutationVariables = Exact<{
  input: DeleteBacktestInput;
}>;


export type LegacyDeleteBacktestMutation = { deleteBacktest: { backtest: { id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null } } };

export type LegacyGetBacktestResultFileQueryVariables = Exact<{
  token: string;
  first: number;
  after?: string | null | undefined;
}>;


export type LegacyGetBacktestResultFileQuery = { backtestResultFile: { id: string, strategyName: string, venue: string, symbols: Array<string>, framework: { id: string }, range: { from: string, to: string }, result: { startingBalance: number | null, endingBalance: number | null, totalPnl: number | null, profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, marketChangePct: number }, trades: { edges: Array<{ node: { symbol: string, side: TradeSide, openedAt: string, closedAt: string, openRate: number, closeRate: number, amount: number, stakeAmount: number | null, leverage: number | null, feesAbs: number | null, profitAbs: number, profitRatio: number, entryTag: string | null, exitReason: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type LegacyFindBacktestQueryVariables = Exact<{
  name: string;
}>;


export type LegacyFindBacktestQuery = { backtests: { edges: Array<{ node: { name: string | null, id: string, status: BacktestStatus, held: boolean, createdAt: string | null, startedAt: string | null, finishedAt: string | null, resultLink: { token: string } | null, range: { from: string, to: string }, legacyResult: { profitTotalPct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number, winRate: number, sharpe: number } | null, error: { code: string, message: string } | null } }> } };

export type LegacyFindBacktestResultQueryVariables = Exact<{
  name: string;
}>;


export type LegacyFindBacktestResultQuery = { backtests: { edges: Array<{ node: { id: string, name: string | null, status: BacktestStatus, held: boolean, error: { message: string } | null, resultLink: { token: string } | null, result: { profitTotalPct: number, trades: number, startingBalance: number | null, endingBalance: number | null, totalPnl: number | null } | null, trades: { edges: Array<{ node: { symbol: string, side: TradeSide, openedAt: string, closedAt: string, openRate: number, closeRate: number, amount: number, profitAbs: number, exitReason: string } }> } | null } }> } };

export type LegacyFindBacktestLogsQueryVariables = Exact<{
  name: string;
}>;


export type LegacyFindBacktestLogsQuery = { backtests: { edges: Array<{ node: { id: string, logs: Array<string> } }> } };

export type LegacyFindMarketOutcomesQueryVariables = Exact<{
  slug: string;
  venue: string;
}>;


export type LegacyFindMarketOutcomesQuery = { markets: { edges: Array<{ node: { backtestReady: boolean, frameworkSymbols: { nautilus: string | null }, prediction: { slug: string } | null } }> } };

export type LegacyDeploymentFieldsFragment = { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, createdAt: string, deletedAt: string | null, framework: { name: string }, credentials: { attached: boolean } | null, error: { code: string, message: string } | null, strategy: { code: string, configJson: string } | null };

export type LegacyCreateDeploymentMutationVariables = Exact<{
  input: CreateDeploymentInput;
}>;


export type LegacyCreateDeploymentMutation = { createDeployment: { replayed: boolean, deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, createdAt: string, deletedAt: string | null, framework: { name: string }, credentials: { attached: boolean } | null, error: { code: string, message: string } | null, strategy: { code: string, configJson: string } | null } } };

export type LegacyGetDeploymentQueryVariables = Exact<{
  id: string | number;
}>;


export type LegacyGetDeploymentQuery = { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, createdAt: string, deletedAt: string | null, framework: { name: string }, credentials: { attached: boolean } | null, error: { code: string, message: string } | null, strategy: { code: string, configJson: string } | null } };

export type LegacyListDeploymentsQueryVariables = Exact<{
  statuses: Array<DeploymentStatus> | DeploymentStatus;
  framework?: string | null | undefined;
  mode?: DeploymentMode | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type LegacyListDeploymentsQuery = { deployments: { edges: Array<{ node: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, createdAt: string, deletedAt: string | null, framework: { name: string }, credentials: { attached: boolean } | null, error: { code: string, message: string } | null, strategy: { code: string, configJson: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type LegacyGetDeploymentLogsQueryVariables = Exact<{
  id: string | number;
  limit: number;
}>;


export type LegacyGetDeploymentLogsQuery = { deployment: { id: string, mode: DeploymentMode, logs: Array<string> } };

export type LegacyStartDeploymentMutationVariables = Exact<{
  input: StartDeploymentInput;
}>;


export type LegacyStartDeploymentMutation = { startDeployment: { deployment: { id: string, status: DeploymentStatus } } };

export type LegacyStopDeploymentMutationVariables = Exact<{
  input: StopDeploymentInput;
}>;


export type LegacyStopDeploymentMutation = { stopDeployment: { deployment: { id: string, status: DeploymentStatus } } };

export type LegacyRenameDeploymentMutationVariables = Exact<{
  input: UpdateDeploymentInput;
}>;


export type LegacyRenameDeploymentMutation = { updateDeployment: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, createdAt: string, deletedAt: string | null, framework: { name: string }, credentials: { attached: boolean } | null, error: { code: string, message: string } | null, strategy: { code: string, configJson: string } | null } } };

export type LegacyDeleteDeploymentMutationVariables = Exact<{
  input: DeleteDeploymentInput;
}>;


export type LegacyDeleteDeploymentMutation = { deleteDeployment: { deployment: { id: string }, unmanagedPositions: Array<{ symbol: string }> } };

export type LegacyAttachDeploymentCredentialsMutationVariables = Exact<{
  input: AttachDeploymentCredentialsInput;
}>;


export type LegacyAttachDeploymentCredentialsMutation = { attachDeploymentCredentials: { deployment: { id: string, mode: DeploymentMode, venue: string, credentials: { attached: boolean } | null } } };

export type LegacyGetDeploymentCredentialsQueryVariables = Exact<{
  id: string | number;
}>;


export type LegacyGetDeploymentCredentialsQuery = { deployment: { id: string, mode: DeploymentMode, venue: string, credentials: { attached: boolean } | null } };

export type LegacyGetDeploymentStatusQueryVariables = Exact<{
  id: string | number;
}>;


export type LegacyGetDeploymentStatusQuery = { deployment: { id: string, status: DeploymentStatus, mode: DeploymentMode } };

export type LegacyGetDeploymentToExitQueryVariables = Exact<{
  id: string | number;
}>;


export type LegacyGetDeploymentToExitQuery = { deployment: { id: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, startedAt: string | null, symbols: Array<string> } };

export type LegacyListRunningDeploymentsQueryVariables = Exact<{
  venue?: string | null | undefined;
  mode?: DeploymentMode | null | undefined;
}>;


export type LegacyListRunningDeploymentsQuery = { deployments: { edges: Array<{ node: { id: string, symbols: Array<string> } }> } };

export type LegacyGetDeploymentHoldingsQueryVariables = Exact<{
  id: string | number;
  venue: string;
}>;


export type LegacyGetDeploymentHoldingsQuery = { wallet: { positions: Array<{ symbol: string, side: PositionSide, size: string }>, openOrders: Array<{ id: string, symbol: string }> }, deployment: { markets: Array<{ symbol: string, venueNumber: number | null, tickSize: string, ticker: { mark: number | null } | null } | null> } };

export type LegacySubmitExitActionMutationVariables = Exact<{
  input: SubmitExecutionInput;
}>;


export type LegacySubmitExitActionMutation = { submitExecution: { execution: { status: ExecutionStatus, resultJson: string | null } } };

export type LegacyListDeploymentHistoryQueryVariables = Exact<{
  statuses: Array<DeploymentStatus> | DeploymentStatus;
  first: number;
  after?: string | null | undefined;
}>;


export type LegacyListDeploymentHistoryQuery = { account: { id: string }, deployments: { edges: Array<{ node: { id: string, mode: DeploymentMode, venue: string, status: DeploymentStatus, createdAt: string, startedAt: string | null, deletedAt: string | null, error: { at: string } | null, metrics: { asOf: string, pnl: { realizedUsd: number } }, trades: { nodes: Array<{ symbol: string, side: TradeSide, closedAt: string, closeRate: number, amount: number, feesAbs: number, profitAbs: number }> } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type LegacyScanFieldsFragment = { computedAt: string, results: Array<{ symbol: string, category: ScanCategory, score: number, evidenceJson: string }> };

export type LegacyScanQueryVariables = Exact<{
  bucket: ScanBucket;
  topN: number;
}>;


export type LegacyScanQuery = { momentum: { computedAt: string, results: Array<{ symbol: string, category: ScanCategory, score: number, evidenceJson: string }> }, meanReversion: { computedAt: string, results: Array<{ symbol: string, category: ScanCategory, score: number, evidenceJson: string }> }, breakout: { computedAt: string, results: Array<{ symbol: string, category: ScanCategory, score: number, evidenceJson: string }> }, volume: { computedAt: string, results: Array<{ symbol: string, category: ScanCategory, score: number, evidenceJson: string }> } };

export type LegacyFindSetupQueryVariables = Exact<{
  symbol: string;
}>;


export type LegacyFindSetupQuery = { setup: { venue: string, symbol: string, computedAt: string } };

export type LegacyGetScannedMarketQueryVariables = Exact<{
  venue: string;
  symbol: string;
}>;


export type LegacyGetScannedMarketQuery = { market: { builderDex: string | null, ticker: { mark: number | null, volume24h: number | null, openInterest: number | null, fundingRate: number | null } | null, scan: Array<{ category: ScanCategory, score: number }> } };

export type LegacySearchMarketsQueryVariables = Exact<{
  query: string;
  first: number;
}>;


export type LegacySearchMarketsQuery = { markets: { nodes: Array<{ venue: string, prediction: { slug: string, question: string } | null, dataset: { tables: Array<{ from: string, to: string }> } | null }> }, venues: Array<{ id: string, capabilities: { paper: boolean, live: boolean } }> };

export type LegacyGetDatasetQueryVariables = Exact<{
  venue: string;
  symbol: string;
}>;


export type LegacyGetDatasetQuery = { datasets: Array<{ symbol: string, tables: Array<{ name: string, from: string, to: string, rows: number }> }> };

export type LegacyGetVenueStateQueryVariables = Exact<{
  venue: string;
  id: string | number;
}>;


export type LegacyGetVenueStateQuery = { tradingAccount: { walletAddress: string, wallet: { venues: { lighter: { balanceUsd: string | null, readiness: { accountExists: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } } } } };

export type LegacyListWalletsQueryVariables = Exact<{
  venue: string;
}>;


export type LegacyListWalletsQuery = { tradingAccounts: Array<{ id: string, walletAddress: string, accountIndex: number, isDefault: boolean }> };

export type GetAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type GetAccountQuery = { account: { id: string, email: string | null, loginType: LoginType, createdAt: string, plan: { name: string }, limits: { requestsPerMinute: number }, usage: { requestsToday: number }, runtimeUsage: { runningBacktests: number, runningDeployments: number, concurrentBacktestsLimit: number, runningDeploymentsLimit: number, backtestProcessorSeconds: number, backtestProcessorSecondsLimit: number, storedBytes: number, storedBytesLimit: number }, mandate: { venues: Array<string> | null, symbols: Array<string> | null, maxOrderUsd: string | null, maxDailyUsd: string | null, maxLeverage: number | null, reduceOnly: boolean, expiresAt: string | null } | null } };

export type GetAccountUsageQueryVariables = Exact<{ [key: string]: never; }>;


export type GetAccountUsageQuery = { account: { limits: { requestsPerMinute: number }, usage: { requestsToday: number, resetsAt: string }, runtimeUsage: { runningBacktests: number, runningDeployments: number, concurrentBacktestsLimit: number, runningDeploymentsLimit: number, backtestProcessorSeconds: number, backtestProcessorSecondsLimit: number, storedBytes: number, storedBytesLimit: number } } };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { apiKey: string, keyId: string, accountId: string } };

export type ListApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type ListApiKeysQuery = { apiKeys: Array<{ id: string, name: string, prefix: string, permissions: Array<ApiKeyPermission>, createdAt: string, lastUsedAt: string | null, requestsToday: number, mandate: { venues: Array<string> | null, symbols: Array<string> | null, maxOrderUsd: string | null, maxDailyUsd: string | null, maxLeverage: number | null, reduceOnly: boolean, expiresAt: string | null } | null }> };

export type RevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { id: string } };

export type MandateFieldsFragment = { venues: Array<string> | null, symbols: Array<string> | null, maxOrderUsd: string | null, maxDailyUsd: string | null, maxLeverage: number | null, reduceOnly: boolean, expiresAt: string | null };

export type SendRegistrationCodeMutationVariables = Exact<{
  input: SendRegistrationCodeInput;
}>;


export type SendRegistrationCodeMutation = { sendRegistrationCode: { expiresInSeconds: number } };

export type VerifyRegistrationCodeMutationVariables = Exact<{
  input: VerifyRegistrationCodeInput;
}>;


export type VerifyRegistrationCodeMutation = { verifyRegistrationCode: { sessionToken: string, accountId: string, email: string, apiKey: string } };

export type GetTradingAccountQueryVariables = Exact<{
  venue: string;
  id: string | number;
}>;


export type GetTradingAccountQuery = { tradingAccount: { id: string, venue: string, accountIndex: number, label: string, walletAddress: string, status: TradingAccountStatus, isDefault: boolean, createdAt: string, details: { onboarded: boolean | null, figures: Array<{ name: string, usd: string | null }> } } };

export type ListTradingAccountsQueryVariables = Exact<{
  venue: string;
}>;


export type ListTradingAccountsQuery = { tradingAccounts: Array<{ id: string, venue: string, accountIndex: number, label: string, walletAddress: string, status: TradingAccountStatus, isDefault: boolean, createdAt: string, details: { onboarded: boolean | null, figures: Array<{ name: string, usd: string | null }> } }> };

export type UpdateTradingAccountMutationVariables = Exact<{
  input: UpdateTradingAccountInput;
}>;


export type UpdateTradingAccountMutation = { updateTradingAccount: { account: { id: string, venue: string, accountIndex: number, label: string, walletAddress: string, status: TradingAccountStatus, isDefault: boolean, createdAt: string, details: { onboarded: boolean | null, figures: Array<{ name: string, usd: string | null }> } } } };

export type GetTradingAccountWalletQueryVariables = Exact<{
  venue: string;
  id: string | number;
}>;


export type GetTradingAccountWalletQuery = { tradingAccount: { wallet: { address: string, deposit: { chain: Network, asset: Asset, address: string, minUsd: string, protocolMinUsd: string }, balance: { heldUsd: string, totalUsd: string, networks: Array<{ network: Network, address: string, asset: Asset, balance: string, balanceUsd: string }>, allocated: Array<{ venue: string, deployment: string | null, balanceUsd: string }> }, venues: { hyperliquid: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, polymarket: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, lighter: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } } } } };

export type TradingAccountFieldsFragment = { id: string, venue: string, accountIndex: number, label: string, walletAddress: string, status: TradingAccountStatus, isDefault: boolean, createdAt: string, details: { onboarded: boolean | null, figures: Array<{ name: string, usd: string | null }> } };

export type ListCandlesQueryVariables = Exact<{
  venue: string;
  symbol: string;
  timeframe: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ListCandlesQuery = { candles: { t: string[], open: number[], high: number[], low: number[], close: number[], volume: number[] | null, availableFrom: string | null, nextCursor: string | null, rowsFrom: Array<{ source: RowSource, from: string, to: string }> } };

export type ListDatasetsQueryVariables = Exact<{
  venue?: string | null | undefined;
  symbol?: string | null | undefined;
}>;


export type ListDatasetsQuery = { datasets: Array<{ venue: string, symbol: string, release: string | null, tables: Array<{ name: string, from: string, to: string, rows: number, source: Array<RowSource> }>, gaps: Array<{ table: string, from: string, to: string }> | null }> };

export type ListFundingQueryVariables = Exact<{
  venue: string;
  symbol: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ListFundingQuery = { funding: { t: string[], rate: number[], annualized: number[], availableFrom: string | null, nextCursor: string | null, rowsFrom: Array<{ source: RowSource, from: string, to: string }> } };

export type GetLeaderboardQueryVariables = Exact<{ [key: string]: never; }>;


export type GetLeaderboardQuery = { leaderboard: { disclaimer: string, strategies: Array<{ displayRank: number, name: string, framework: string, venue: string, symbols: Array<string>, simulated: boolean, daysRunning: number, profitPct: number, maxDrawdownPct: number, trades: number, winRate: number, startedAt: string }> } };

export type MarketRequestFieldsFragment = { venue: string, market: string, symbols: Array<string>, state: MarketRequestState, reason: DatasetUnavailability | null, progress: number | null, requestedAt: string };

export type RequestMarketMutationVariables = Exact<{
  input: RequestMarketInput;
}>;


export type RequestMarketMutation = { requestMarket: { request: { venue: string, market: string, symbols: Array<string>, state: MarketRequestState, reason: DatasetUnavailability | null, progress: number | null, requestedAt: string } } };

export type DropMarketRequestMutationVariables = Exact<{
  input: DropMarketRequestInput;
}>;


export type DropMarketRequestMutation = { dropMarketRequest: { request: { venue: string, market: string, symbols: Array<string>, state: MarketRequestState, reason: DatasetUnavailability | null, progress: number | null, requestedAt: string } } };

export type ListMarketRequestsQueryVariables = Exact<{ [key: string]: never; }>;


export type ListMarketRequestsQuery = { marketRequests: Array<{ venue: string, market: string, symbols: Array<string>, state: MarketRequestState, reason: DatasetUnavailability | null, progress: number | null, requestedAt: string }> };

export type ListMarketsQueryVariables = Exact<{
  query: string;
  venue?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ListMarketsQuery = { markets: { unavailableVenues: Array<string>, edges: Array<{ node: { venue: string, symbol: string, kind: MarketKind, status: MarketStatus, backtestReady: boolean, tickSize: string, minOrderUsd: string, maxLeverage: number | null, name: string, builderDex: string | null, frameworkSymbols: { freqtrade: string | null, nautilus: string | null }, prediction: { slug: string, question: string, outcome: string, outcomes: Array<string>, endDate: string, resolution: string | null, takerFees: { rate: number, exponent: number } | null } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type GetScanQueryVariables = Exact<{
  bucket?: ScanBucket | null | undefined;
  category?: ScanCategory | null | undefined;
  topN: number;
}>;


export type GetScanQuery = { scan: { computedAt: string, results: Array<{ symbol: string, category: ScanCategory, score: number, evidenceJson: string }> } };

export type GetSetupQueryVariables = Exact<{
  symbol: string;
}>;


export type GetSetupQuery = { setup: { symbol: string, computedAt: string, regime: { state: RegimeState, adx14: number | null }, levels: { support: Array<number>, resistance: Array<number> }, volatility: { atr14Pct: number | null, bbWidthPctile90d: number | null }, funding: { currentAnnualized: number | null, trend: FundingTrend | null } } };

export type ListTradersQueryVariables = Exact<{ [key: string]: never; }>;


export type ListTradersQuery = { __typename: 'Query' };

export type GetTraderQueryVariables = Exact<{ [key: string]: never; }>;


export type GetTraderQuery = { __typename: 'Query' };

export type ListVenuesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListVenuesQuery = { venues: Array<{ id: string, status: VenueStatus, kinds: Array<MarketKind>, frameworks: Array<string>, minimumDepositUsd: string | null, regions: Array<string>, capabilities: { context: boolean, backtest: boolean, paper: boolean, live: boolean, execution: boolean, setup: boolean, withdraw: boolean }, fees: { takerPct: number, makerPct: number, builderPct: number, byMarket: boolean } }> };

export type DeploymentFieldsFragment = { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, region: string | null, symbols: Array<string>, codeSha256: string | null, aliveUntil: string | null, onExpiry: ExpiryMode | null, entriesBlocked: boolean | null, createdAt: string, startedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, credentials: { attached: boolean, type: string, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, venue: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null };

export type CreateDeploymentMutationVariables = Exact<{
  input: CreateDeploymentInput;
}>;


export type CreateDeploymentMutation = { createDeployment: { replayed: boolean, deployment: { id: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, createdAt: string, framework: { imageDigest: string | null, id: string } } } };

export type AttachDeploymentCredentialsMutationVariables = Exact<{
  input: AttachDeploymentCredentialsInput;
}>;


export type AttachDeploymentCredentialsMutation = { attachDeploymentCredentials: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, region: string | null, symbols: Array<string>, codeSha256: string | null, aliveUntil: string | null, onExpiry: ExpiryMode | null, entriesBlocked: boolean | null, createdAt: string, startedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, credentials: { attached: boolean, type: string, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, venue: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null } } };

export type DeleteDeploymentMutationVariables = Exact<{
  input: DeleteDeploymentInput;
}>;


export type DeleteDeploymentMutation = { deleteDeployment: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, region: string | null, symbols: Array<string>, codeSha256: string | null, aliveUntil: string | null, onExpiry: ExpiryMode | null, entriesBlocked: boolean | null, createdAt: string, startedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, credentials: { attached: boolean, type: string, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, venue: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null }, unmanagedPositions: Array<{ symbol: string, side: string, sizeUsd: number | null }> } };

export type GetDeploymentQueryVariables = Exact<{
  id: string | number;
}>;


export type GetDeploymentQuery = { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, region: string | null, symbols: Array<string>, codeSha256: string | null, aliveUntil: string | null, onExpiry: ExpiryMode | null, entriesBlocked: boolean | null, createdAt: string, startedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, credentials: { attached: boolean, type: string, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, venue: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null } };

export type ListDeploymentsQueryVariables = Exact<{
  status?: DeploymentStatus | null | undefined;
  venue?: string | null | undefined;
  framework?: string | null | undefined;
  mode?: DeploymentMode | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ListDeploymentsQuery = { deployments: { edges: Array<{ node: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, region: string | null, symbols: Array<string>, codeSha256: string | null, aliveUntil: string | null, onExpiry: ExpiryMode | null, entriesBlocked: boolean | null, createdAt: string, startedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, credentials: { attached: boolean, type: string, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, venue: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type GetDeploymentLogsQueryVariables = Exact<{
  id: string | number;
  since?: string | null | undefined;
  limit: number;
}>;


export type GetDeploymentLogsQuery = { deployment: { logs: Array<string> } };

export type GetDeploymentMetricsQueryVariables = Exact<{
  id: string | number;
}>;


export type GetDeploymentMetricsQuery = { deployment: { metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } } };

export type SetDeploymentStatusMutationVariables = Exact<{
  starts: boolean;
  stops: boolean;
  start: StartDeploymentInput;
  stop: StopDeploymentInput;
}>;


export type SetDeploymentStatusMutation = { startDeployment?: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, region: string | null, symbols: Array<string>, codeSha256: string | null, aliveUntil: string | null, onExpiry: ExpiryMode | null, entriesBlocked: boolean | null, createdAt: string, startedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, credentials: { attached: boolean, type: string, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, venue: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null } }, stopDeployment?: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, region: string | null, symbols: Array<string>, codeSha256: string | null, aliveUntil: string | null, onExpiry: ExpiryMode | null, entriesBlocked: boolean | null, createdAt: string, startedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, credentials: { attached: boolean, type: string, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, venue: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null } } };

export type UpdateDeploymentMutationVariables = Exact<{
  input: UpdateDeploymentInput;
}>;


export type UpdateDeploymentMutation = { updateDeployment: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, region: string | null, symbols: Array<string>, codeSha256: string | null, aliveUntil: string | null, onExpiry: ExpiryMode | null, entriesBlocked: boolean | null, createdAt: string, startedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, credentials: { attached: boolean, type: string, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, venue: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null } } };

export type GetDeploymentParityQueryVariables = Exact<{
  id: string | number;
}>;


export type GetDeploymentParityQuery = { deployment: { status: DeploymentStatus, parity: { backtestId: string, status: BacktestStatus, from: string, to: string, createdAt: string, error: { code: string, message: string } | null, report: { trades: number, same: number, explainedPct: number, truncated: boolean, causes: Array<{ cause: ParityCause, trades: number }>, effects: { priceUsd: number, sizeUsd: number, feeUsd: number, fundingUsd: number }, rows: Array<{ symbol: string, side: TradeSide, causes: Array<ParityCause>, deployed: { openedAt: string, closedAt: string, openRate: number, closeRate: number, amount: number, feesUsd: number, profitUsd: number, exitReason: string } | null, replayed: { openedAt: string, closedAt: string, openRate: number, closeRate: number, amount: number, feesUsd: number, profitUsd: number, exitReason: string } | null, effects: { priceUsd: number, sizeUsd: number, feeUsd: number, fundingUsd: number } | null }> } | null } | null } };

export type ParityEffectsFieldsFragment = { priceUsd: number, sizeUsd: number, feeUsd: number, fundingUsd: number };

export type ParityTradeFieldsFragment = { openedAt: string, closedAt: string, openRate: number, closeRate: number, amount: number, feesUsd: number, profitUsd: number, exitReason: string };

export type StartDeploymentParityMutationVariables = Exact<{
  input: StartDeploymentParityInput;
}>;


export type StartDeploymentParityMutation = { startDeploymentParity: { parity: { backtestId: string, status: BacktestStatus, from: string, to: string, createdAt: string } } };

export type ParityFieldsFragment = { backtestId: string, status: BacktestStatus, from: string, to: string, createdAt: string };

export type ExecutionFieldsFragment = { id: string, status: ExecutionStatus, venue: string, actionType: string, accountAddress: string, createdAt: string, finishedAt: string | null, resultJson: string | null, settlement: ExecutionSettlement | null };

export type GetExecutionQueryVariables = Exact<{
  id: string | number;
}>;


export type GetExecutionQuery = { execution: { id: string, status: ExecutionStatus, venue: string, actionType: string, accountAddress: string, createdAt: string, finishedAt: string | null, resultJson: string | null, settlement: ExecutionSettlement | null } };

export type ListExecutionsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ListExecutionsQuery = { executions: { edges: Array<{ node: { id: string, status: ExecutionStatus, venue: string, actionType: string, accountAddress: string, createdAt: string, finishedAt: string | null, resultJson: string | null, settlement: ExecutionSettlement | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SubmitExecutionMutationVariables = Exact<{
  input: SubmitExecutionInput;
}>;


export type SubmitExecutionMutation = { submitExecution: { replayed: boolean, execution: { id: string, status: ExecutionStatus, venue: string, actionType: string, accountAddress: string, createdAt: string, finishedAt: string | null, resultJson: string | null, settlement: ExecutionSettlement | null } } };

export type BacktestRecordFieldsFragment = { id: string, name: string | null, status: BacktestStatus, venue: string, symbols: Array<string>, release: string | null, codeSha256: string | null, configSha256: string | null, seed: number | null, createdAt: string | null, startedAt: string | null, finishedAt: string | null, deletedAt: string | null, framework: { imageDigest: string | null, id: string }, range: { from: string, to: string }, progress: { fraction: number, simulatedAt: string } | null, error: { code: string, message: string, details: Array<{ line: number | null, text: string }> } | null };

export type BacktestFiguresFragment = { profitTotalPct: number, totalPnl: number | null, startingBalance: number | null, endingBalance: number | null, fundingPnl: number | null, tradePnlModel: TradePnlModel | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, recomputed: Array<RecomputedFigure> };

export type LookaheadFiguresFragment = { status: CheckStatus, message: string | null, totalSignals: number | null, biasedEntrySignals: number | null, biasedExitSignals: number | null };

export type RecursiveFiguresFragment = { status: CheckStatus, message: string | null, startupCandles: number | null };

export type BacktestSummaryFieldsFragment = { id: string, name: string | null, status: BacktestStatus, venue: string, symbols: Array<string>, release: string | null, codeSha256: string | null, configSha256: string | null, seed: number | null, createdAt: string | null, startedAt: string | null, finishedAt: string | null, deletedAt: string | null, result: { profitTotalPct: number, totalPnl: number | null, startingBalance: number | null, endingBalance: number | null, fundingPnl: number | null, tradePnlModel: TradePnlModel | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, recomputed: Array<RecomputedFigure> } | null, checks: { lookahead: { status: CheckStatus, message: string | null, totalSignals: number | null, biasedEntrySignals: number | null, biasedExitSignals: number | null } | null, recursive: { status: CheckStatus, message: string | null, startupCandles: number | null } | null } | null, framework: { imageDigest: string | null, id: string }, range: { from: string, to: string }, progress: { fraction: number, simulatedAt: string } | null, error: { code: string, message: string, details: Array<{ line: number | null, text: string }> } | null };

export type BacktestFieldsFragment = { id: string, name: string | null, status: BacktestStatus, venue: string, symbols: Array<string>, release: string | null, codeSha256: string | null, configSha256: string | null, seed: number | null, createdAt: string | null, startedAt: string | null, finishedAt: string | null, deletedAt: string | null, legacyResult: { profitTotalPct: number | null, marketChangePct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, profitFactor: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, totalPnl: number | null, startingBalance: number | null, endingBalance: number | null, fundingPnl: number | null, tradePnlModel: TradePnlModel | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, recomputed: Array<RecomputedFigure>, perPair: Array<{ symbol: string, profitPct: number, profitAbs: number | null, trades: number, wins: number | null }>, perExitReason: Array<{ reason: string, profitPct: number, profitAbs: number, trades: number, wins: number }>, equityCurve: { t: string[], equity: number[] }, breakdown: { day: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] }, week: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] }, month: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] } } | null, data: { from: string, to: string, startupCandles: number, tables: Array<{ symbol: string, timeframe: string, aggregatedFrom: string | null, from: string, to: string, rows: number, objects: Array<string> }>, funding: Array<{ symbol: string, from: string, to: string, rows: number, objects: Array<string> }> } | null, warnings: Array<{ text: string, count: number, line: number | null }> } | null, checks: { lookahead: { biasedIndicators: Array<string>, status: CheckStatus, message: string | null, totalSignals: number | null, biasedEntrySignals: number | null, biasedExitSignals: number | null } | null, recursive: { lookaheadIndicators: Array<string>, status: CheckStatus, message: string | null, startupCandles: number | null, indicators: Array<{ indicator: string, differences: Array<{ startupCandles: number, differencePct: number | null }> }> } | null } | null, framework: { imageDigest: string | null, id: string }, range: { from: string, to: string }, progress: { fraction: number, simulatedAt: string } | null, error: { code: string, message: string, details: Array<{ line: number | null, text: string }> } | null };

export type CreateBacktestMutationVariables = Exact<{
  input: CreateBacktestInput;
}>;


export type CreateBacktestMutation = { createBacktest: { replayed: boolean, backtest: { id: string, status: BacktestStatus } } };

export type GetBacktestDatasetQueryVariables = Exact<{
  venue: string;
  market: string;
}>;


export type GetBacktestDatasetQuery = { backtestDataset: { venue: string, market: string, backtestReady: boolean, unavailabilityReason: DatasetUnavailability | null, dataset: { manifestUri: string, datasetVersion: string, bars: { timeframe: string, coverageStart: string, coverageEnd: string }, funding: { coverageStart: string, coverageEnd: string } | null } | null } };

export type DeleteBacktestMutationVariables = Exact<{
  input: DeleteBacktestInput;
}>;


export type DeleteBacktestMutation = { deleteBacktest: { backtest: { id: string, name: string | null, status: BacktestStatus, venue: string, symbols: Array<string>, release: string | null, codeSha256: string | null, configSha256: string | null, seed: number | null, createdAt: string | null, startedAt: string | null, finishedAt: string | null, deletedAt: string | null, legacyResult: { profitTotalPct: number | null, marketChangePct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, profitFactor: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, totalPnl: number | null, startingBalance: number | null, endingBalance: number | null, fundingPnl: number | null, tradePnlModel: TradePnlModel | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, recomputed: Array<RecomputedFigure>, perPair: Array<{ symbol: string, profitPct: number, profitAbs: number | null, trades: number, wins: number | null }>, perExitReason: Array<{ reason: string, profitPct: number, profitAbs: number, trades: number, wins: number }>, equityCurve: { t: string[], equity: number[] }, breakdown: { day: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] }, week: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] }, month: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] } } | null, data: { from: string, to: string, startupCandles: number, tables: Array<{ symbol: string, timeframe: string, aggregatedFrom: string | null, from: string, to: string, rows: number, objects: Array<string> }>, funding: Array<{ symbol: string, from: string, to: string, rows: number, objects: Array<string> }> } | null, warnings: Array<{ text: string, count: number, line: number | null }> } | null, checks: { lookahead: { biasedIndicators: Array<string>, status: CheckStatus, message: string | null, totalSignals: number | null, biasedEntrySignals: number | null, biasedExitSignals: number | null } | null, recursive: { lookaheadIndicators: Array<string>, status: CheckStatus, message: string | null, startupCandles: number | null, indicators: Array<{ indicator: string, differences: Array<{ startupCandles: number, differencePct: number | null }> }> } | null } | null, framework: { imageDigest: string | null, id: string }, range: { from: string, to: string }, progress: { fraction: number, simulatedAt: string } | null, error: { code: string, message: string, details: Array<{ line: number | null, text: string }> } | null } } };

export type GetBacktestQueryVariables = Exact<{
  id: string | number;
}>;


export type GetBacktestQuery = { backtest: { id: string, name: string | null, status: BacktestStatus, venue: string, symbols: Array<string>, release: string | null, codeSha256: string | null, configSha256: string | null, seed: number | null, createdAt: string | null, startedAt: string | null, finishedAt: string | null, deletedAt: string | null, legacyResult: { profitTotalPct: number | null, marketChangePct: number | null, maxDrawdownPct: number | null, trades: number | null, winRate: number | null, profitFactor: number | null, sharpe: number | null } | null, result: { profitTotalPct: number, totalPnl: number | null, startingBalance: number | null, endingBalance: number | null, fundingPnl: number | null, tradePnlModel: TradePnlModel | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, recomputed: Array<RecomputedFigure>, perPair: Array<{ symbol: string, profitPct: number, profitAbs: number | null, trades: number, wins: number | null }>, perExitReason: Array<{ reason: string, profitPct: number, profitAbs: number, trades: number, wins: number }>, equityCurve: { t: string[], equity: number[] }, breakdown: { day: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] }, week: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] }, month: { start: string[], profitAbs: number[], trades: number[], wins: number[], draws: number[], losses: number[] } } | null, data: { from: string, to: string, startupCandles: number, tables: Array<{ symbol: string, timeframe: string, aggregatedFrom: string | null, from: string, to: string, rows: number, objects: Array<string> }>, funding: Array<{ symbol: string, from: string, to: string, rows: number, objects: Array<string> }> } | null, warnings: Array<{ text: string, count: number, line: number | null }> } | null, checks: { lookahead: { biasedIndicators: Array<string>, status: CheckStatus, message: string | null, totalSignals: number | null, biasedEntrySignals: number | null, biasedExitSignals: number | null } | null, recursive: { lookaheadIndicators: Array<string>, status: CheckStatus, message: string | null, startupCandles: number | null, indicators: Array<{ indicator: string, differences: Array<{ startupCandles: number, differencePct: number | null }> }> } | null } | null, framework: { imageDigest: string | null, id: string }, range: { from: string, to: string }, progress: { fraction: number, simulatedAt: string } | null, error: { code: string, message: string, details: Array<{ line: number | null, text: string }> } | null } };

export type ListBacktestsQueryVariables = Exact<{
  status?: BacktestStatus | null | undefined;
  venue?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ListBacktestsQuery = { backtests: { edges: Array<{ node: { id: string, name: string | null, status: BacktestStatus, venue: string, symbols: Array<string>, release: string | null, codeSha256: string | null, configSha256: string | null, seed: number | null, createdAt: string | null, startedAt: string | null, finishedAt: string | null, deletedAt: string | null, result: { profitTotalPct: number, totalPnl: number | null, startingBalance: number | null, endingBalance: number | null, fundingPnl: number | null, tradePnlModel: TradePnlModel | null, marketChangePct: number, maxDrawdownPct: number, trades: number, winRate: number, profitFactor: number, sharpe: number, recomputed: Array<RecomputedFigure> } | null, checks: { lookahead: { status: CheckStatus, message: string | null, totalSignals: number | null, biasedEntrySignals: number | null, biasedExitSignals: number | null } | null, recursive: { status: CheckStatus, message: string | null, startupCandles: number | null } | null } | null, framework: { imageDigest: string | null, id: string }, range: { from: string, to: string }, progress: { fraction: number, simulatedAt: string } | null, error: { code: string, message: string, details: Array<{ line: number | null, text: string }> } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type GetBacktestLogsQueryVariables = Exact<{
  id: string | number;
}>;


export type GetBacktestLogsQuery = { backtest: { logs: Array<string>, platformLogLines: Array<number> } };

export type ListBacktestTradesQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type ListBacktestTradesQuery = { backtest: { id: string, status: BacktestStatus, trades: { edges: Array<{ node: { symbol: string, side: TradeSide, openedAt: string, closedAt: string, durationSeconds: number, openRate: number, closeRate: number, amount: number, stakeAmount: number | null, leverage: number | null, feesAbs: number | null, profitAbs: number, profitRatio: number, entryTag: string | null, exitReason: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } };

export type ListFrameworksQueryVariables = Exact<{ [key: string]: never; }>;


export type ListFrameworksQuery = { frameworks: Array<{ language: string, version: string, imageDigest: string, strategyShape: string, docs: string, status: FrameworkStatus, isDefault: boolean, progress: string | null, id: string }> };

export type ListDepositsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ListDepositsQuery = { wallet: { deposits: { edges: Array<{ node: { id: string, status: DepositStatus, asset: Asset, chain: Network, amountUsd: string, txHash: string | null, createdAt: string, confirmedAt: string | null, error: { code: string, message: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type GetWalletQueryVariables = Exact<{ [key: string]: never; }>;


export type GetWalletQuery = { wallet: { address: string, deposit: { chain: Network, asset: Asset, address: string, minUsd: string, protocolMinUsd: string }, balance: { heldUsd: string, totalUsd: string, networks: Array<{ network: Network, address: string, asset: Asset, balance: string, balanceUsd: string }>, allocated: Array<{ venue: string, deployment: string | null, balanceUsd: string }> }, venues: { hyperliquid: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, polymarket: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, lighter: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } } } };

export type VenueSummaryFieldsFragment = { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null };

export type VenueSummariesFieldsFragment = { hyperliquid: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, polymarket: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, lighter: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } };

export type WalletFieldsFragment = { address: string, deposit: { chain: Network, asset: Asset, address: string, minUsd: string, protocolMinUsd: string }, balance: { heldUsd: string, totalUsd: string, networks: Array<{ network: Network, address: string, asset: Asset, balance: string, balanceUsd: string }>, allocated: Array<{ venue: string, deployment: string | null, balanceUsd: string }> }, venues: { hyperliquid: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, polymarket: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, lighter: { minimumDepositUsd: string, balanceUsd: string | null, deposit: { chain: Network, asset: Asset, address: string } | null, readiness: { venueReachable: boolean | null, walletReady: boolean | null, accountExists: boolean | null, depositRouteReady: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } } };

export type SetupOperationFieldsFragment = { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null };

export type ListLedgerQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  createdFrom?: string | null | undefined;
  createdTo?: string | null | undefined;
}>;


export type ListLedgerQuery = { account: { id: string, ledger: { edges: Array<{ node: { id: string, bookedAt: string, kind: LedgerLineKind, description: string, amountUsd: string, feeUsd: string, heldChangeUsd: string, venueChangeUsd: string, network: Network | null, venue: string | null, walletAddress: string | null, txHash: string | null, operationId: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type SetUpVenueMutationVariables = Exact<{
  input: SetUpVenueInput;
}>;


export type SetUpVenueMutation = { setUpVenue: { replayed: boolean, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } } };

export type AuthorizeWithdrawalMutationVariables = Exact<{
  input: AuthorizeWithdrawalInput;
}>;


export type AuthorizeWithdrawalMutation = { authorizeWithdrawal: { authorizationId: string, amountUsd: string, destinationWallet: string, expiresAt: string } };

export type CreateWithdrawalMutationVariables = Exact<{
  input: CreateWithdrawalInput;
}>;


export type CreateWithdrawalMutation = { createWithdrawal: { replayed: boolean, withdrawal: { id: string, status: WithdrawalStatus, amountUsd: string, destinationWallet: string, createdAt: string } } };

export type SendWithdrawalCodeMutationVariables = Exact<{
  input: SendWithdrawalCodeInput;
}>;


export type SendWithdrawalCodeMutation = { sendWithdrawalCode: { challengeId: string, maskedEmail: string, expiresAt: string, resendAvailableAt: string } };

export type GetWithdrawalPolicyQueryVariables = Exact<{ [key: string]: never; }>;


export type GetWithdrawalPolicyQuery = { wallet: { withdrawalPolicy: { accountId: string, mode: WithdrawalProofType, maskedEmail: string | null, destinationMode: DestinationMode, destinationWallet: string | null, authorizationTtlSeconds: number } } };

export type RecoverWithdrawalMutationVariables = Exact<{
  input: RecoverWithdrawalInput;
}>;


export type RecoverWithdrawalMutation = { recoverWithdrawal: { requestId: string, withdrawal: { id: string, status: WithdrawalStatus, source: WithdrawalSourceName, amountUsd: string, feeUsd: string, arrivesUsd: string, asset: Asset, chain: Network, destinationWallet: string, txHash: string | null, createdAt: string, updatedAt: string, error: { code: string, message: string } | null } | null } };

export type ListWithdrawalSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListWithdrawalSourcesQuery = { wallet: { withdrawalSources: Array<{ source: WithdrawalSourceName, status: WithdrawalSourceStatus, asset: Asset, chain: Network, availableUsd: string | null, feeUsd: string | null, reason: string | null }> } };

export type WithdrawalFieldsFragment = { id: string, status: WithdrawalStatus, source: WithdrawalSourceName, amountUsd: string, feeUsd: string, arrivesUsd: string, asset: Asset, chain: Network, destinationWallet: string, txHash: string | null, createdAt: string, updatedAt: string, error: { code: string, message: string } | null };

export type GetWithdrawalQueryVariables = Exact<{
  id: string | number;
}>;


export type GetWithdrawalQuery = { withdrawal: { id: string, status: WithdrawalStatus, source: WithdrawalSourceName, amountUsd: string, feeUsd: string, arrivesUsd: string, asset: Asset, chain: Network, destinationWallet: string, txHash: string | null, createdAt: string, updatedAt: string, error: { code: string, message: string } | null } };

export type ListWithdrawalsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ListWithdrawalsQuery = { wallet: { withdrawals: { edges: Array<{ node: { id: string, status: WithdrawalStatus, source: WithdrawalSourceName, amountUsd: string, feeUsd: string, arrivesUsd: string, asset: Asset, chain: Network, destinationWallet: string, txHash: string | null, createdAt: string, updatedAt: string, error: { code: string, message: string } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const LegacyAccountFieldsFragmentDoc = new TypedDocumentString(`
    fragment LegacyAccountFields on TradingAccount {
  label
  accountIndex
  walletAddress
}
    `, {"fragmentName":"LegacyAccountFields"}) as unknown as TypedDocumentString<LegacyAccountFieldsFragment, unknown>;
export const SetupOperationFieldsFragmentDoc = new TypedDocumentString(`
    fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}
    `, {"fragmentName":"SetupOperationFields"}) as unknown as TypedDocumentString<SetupOperationFieldsFragment, unknown>;
export const VenueSummaryFieldsFragmentDoc = new TypedDocumentString(`
    fragment VenueSummaryFields on VenueSummary {
  minimumDepositUsd
  balanceUsd
  deposit {
    chain
    asset
    address
  }
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...SetupOperationFields
  }
}
    fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`, {"fragmentName":"VenueSummaryFields"}) as unknown as TypedDocumentString<VenueSummaryFieldsFragment, unknown>;
export const VenueSummariesFieldsFragmentDoc = new TypedDocumentString(`
    fragment VenueSummariesFields on VenueSummaries {
  hyperliquid {
    ...VenueSummaryFields
  }
  polymarket {
    ...VenueSummaryFields
  }
  lighter {
    ...VenueSummaryFields
  }
}
    fragment VenueSummaryFields on VenueSummary {
  minimumDepositUsd
  balanceUsd
  deposit {
    chain
    asset
    address
  }
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...SetupOperationFields
  }
}
fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`, {"fragmentName":"VenueSummariesFields"}) as unknown as TypedDocumentString<VenueSummariesFieldsFragment, unknown>;
export const LegacyOnboardingFieldsFragmentDoc = new TypedDocumentString(`
    fragment LegacyOnboardingFields on TradingAccount {
  ...LegacyAccountFields
  wallet {
    balance {
      heldUsd
    }
    venues {
      ...VenueSummariesFields
    }
  }
}
    fragment LegacyAccountFields on TradingAccount {
  label
  accountIndex
  walletAddress
}
fragment VenueSummaryFields on VenueSummary {
  minimumDepositUsd
  balanceUsd
  deposit {
    chain
    asset
    address
  }
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...SetupOperationFields
  }
}
fragment VenueSummariesFields on VenueSummaries {
  hyperliquid {
    ...VenueSummaryFields
  }
  polymarket {
    ...VenueSummaryFields
  }
  lighter {
    ...VenueSummaryFields
  }
}
fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`, {"fragmentName":"LegacyOnboardingFields"}) as unknown as TypedDocumentString<LegacyOnboardingFieldsFragment, unknown>;
export const LegacyBacktestFieldsFragmentDoc = new TypedDocumentString(`
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}
    `, {"fragmentName":"LegacyBacktestFields"}) as unknown as TypedDocumentString<LegacyBacktestFieldsFragment, unknown>;
export const LegacyDeploymentFieldsFragmentDoc = new TypedDocumentString(`
    fragment LegacyDeploymentFields on Deployment {
  id
  name
  status
  mode
  venue
  framework {
    name
  }
  credentials {
    attached
  }
  error {
    code
    message
  }
  createdAt
  deletedAt
  strategy {
    code
    configJson
  }
}
    `, {"fragmentName":"LegacyDeploymentFields"}) as unknown as TypedDocumentString<LegacyDeploymentFieldsFragment, unknown>;
export const LegacyScanFieldsFragmentDoc = new TypedDocumentString(`
    fragment LegacyScanFields on Scan {
  computedAt
  results {
    symbol
    category
    score
    evidenceJson
  }
}
    `, {"fragmentName":"LegacyScanFields"}) as unknown as TypedDocumentString<LegacyScanFieldsFragment, unknown>;
export const MandateFieldsFragmentDoc = new TypedDocumentString(`
    fragment MandateFields on Mandate {
  venues
  symbols
  maxOrderUsd
  maxDailyUsd
  maxLeverage
  reduceOnly
  expiresAt
}
    `, {"fragmentName":"MandateFields"}) as unknown as TypedDocumentString<MandateFieldsFragment, unknown>;
export const TradingAccountFieldsFragmentDoc = new TypedDocumentString(`
    fragment TradingAccountFields on TradingAccount {
  id
  venue
  accountIndex
  label
  walletAddress
  status
  isDefault
  createdAt
  details {
    onboarded
    figures {
      name
      usd
    }
  }
}
    `, {"fragmentName":"TradingAccountFields"}) as unknown as TypedDocumentString<TradingAccountFieldsFragment, unknown>;
export const MarketRequestFieldsFragmentDoc = new TypedDocumentString(`
    fragment MarketRequestFields on MarketRequest {
  venue
  market
  symbols
  state
  reason
  progress
  requestedAt
}
    `, {"fragmentName":"MarketRequestFields"}) as unknown as TypedDocumentString<MarketRequestFieldsFragment, unknown>;
export const DeploymentFieldsFragmentDoc = new TypedDocumentString(`
    fragment DeploymentFields on Deployment {
  id
  name
  status
  mode
  framework {
    id: name
    imageDigest
  }
  venue
  region
  symbols
  codeSha256
  credentials {
    attached
    type
    status
  }
  venueAccount {
    funded
    balanceUsd
    minDepositUsd
  }
  venueSetup {
    id
    venue
    amountUsd
    status
    step
  }
  mandate {
    maxOrderUsd
    maxLeverage
    expiresAt
  }
  health {
    lastHeartbeat
    restarts
    strategyErrors
    lastStrategyError
    feedSilentSince
    differences {
      kind
      symbol
      text
      since
    }
  }
  aliveUntil
  onExpiry
  entriesBlocked
  error {
    code
    message
    at
  }
  createdAt
  startedAt
  deletedAt
}
    `, {"fragmentName":"DeploymentFields"}) as unknown as TypedDocumentString<DeploymentFieldsFragment, unknown>;
export const ParityEffectsFieldsFragmentDoc = new TypedDocumentString(`
    fragment ParityEffectsFields on ParityEffects {
  priceUsd
  sizeUsd
  feeUsd
  fundingUsd
}
    `, {"fragmentName":"ParityEffectsFields"}) as unknown as TypedDocumentString<ParityEffectsFieldsFragment, unknown>;
export const ParityTradeFieldsFragmentDoc = new TypedDocumentString(`
    fragment ParityTradeFields on ParityTrade {
  openedAt
  closedAt
  openRate
  closeRate
  amount
  feesUsd
  profitUsd
  exitReason
}
    `, {"fragmentName":"ParityTradeFields"}) as unknown as TypedDocumentString<ParityTradeFieldsFragment, unknown>;
export const ParityFieldsFragmentDoc = new TypedDocumentString(`
    fragment ParityFields on DeploymentParity {
  backtestId
  status
  from
  to
  createdAt
}
    `, {"fragmentName":"ParityFields"}) as unknown as TypedDocumentString<ParityFieldsFragment, unknown>;
export const ExecutionFieldsFragmentDoc = new TypedDocumentString(`
    fragment ExecutionFields on Execution {
  id
  status
  venue
  actionType
  accountAddress
  createdAt
  finishedAt
  resultJson
  settlement
}
    `, {"fragmentName":"ExecutionFields"}) as unknown as TypedDocumentString<ExecutionFieldsFragment, unknown>;
export const BacktestRecordFieldsFragmentDoc = new TypedDocumentString(`
    fragment BacktestRecordFields on Backtest {
  id
  name
  status
  framework {
    id: name
    imageDigest
  }
  venue
  symbols
  release
  codeSha256
  configSha256
  seed
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  deletedAt
  progress {
    fraction
    simulatedAt
  }
  error {
    code
    message
    details {
      line
      text
    }
  }
}
    `, {"fragmentName":"BacktestRecordFields"}) as unknown as TypedDocumentString<BacktestRecordFieldsFragment, unknown>;
export const BacktestFiguresFragmentDoc = new TypedDocumentString(`
    fragment BacktestFigures on BacktestResult {
  profitTotalPct
  totalPnl
  startingBalance
  endingBalance
  fundingPnl
  tradePnlModel
  marketChangePct
  maxDrawdownPct
  trades
  winRate
  profitFactor
  sharpe
  recomputed
}
    `, {"fragmentName":"BacktestFigures"}) as unknown as TypedDocumentString<BacktestFiguresFragment, unknown>;
export const LookaheadFiguresFragmentDoc = new TypedDocumentString(`
    fragment LookaheadFigures on LookaheadCheck {
  status
  message
  totalSignals
  biasedEntrySignals
  biasedExitSignals
}
    `, {"fragmentName":"LookaheadFigures"}) as unknown as TypedDocumentString<LookaheadFiguresFragment, unknown>;
export const RecursiveFiguresFragmentDoc = new TypedDocumentString(`
    fragment RecursiveFigures on RecursiveCheck {
  status
  message
  startupCandles
}
    `, {"fragmentName":"RecursiveFigures"}) as unknown as TypedDocumentString<RecursiveFiguresFragment, unknown>;
export const BacktestSummaryFieldsFragmentDoc = new TypedDocumentString(`
    fragment BacktestSummaryFields on Backtest {
  ...BacktestRecordFields
  result {
    ...BacktestFigures
  }
  checks {
    lookahead {
      ...LookaheadFigures
    }
    recursive {
      ...RecursiveFigures
    }
  }
}
    fragment BacktestRecordFields on Backtest {
  id
  name
  status
  framework {
    id: name
    imageDigest
  }
  venue
  symbols
  release
  codeSha256
  configSha256
  seed
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  deletedAt
  progress {
    fraction
    simulatedAt
  }
  error {
    code
    message
    details {
      line
      text
    }
  }
}
fragment BacktestFigures on BacktestResult {
  profitTotalPct
  totalPnl
  startingBalance
  endingBalance
  fundingPnl
  tradePnlModel
  marketChangePct
  maxDrawdownPct
  trades
  winRate
  profitFactor
  sharpe
  recomputed
}
fragment LookaheadFigures on LookaheadCheck {
  status
  message
  totalSignals
  biasedEntrySignals
  biasedExitSignals
}
fragment RecursiveFigures on RecursiveCheck {
  status
  message
  startupCandles
}`, {"fragmentName":"BacktestSummaryFields"}) as unknown as TypedDocumentString<BacktestSummaryFieldsFragment, unknown>;
export const BacktestFieldsFragmentDoc = new TypedDocumentString(`
    fragment BacktestFields on Backtest {
  ...BacktestRecordFields
  legacyResult {
    profitTotalPct
    marketChangePct
    maxDrawdownPct
    trades
    winRate
    profitFactor
    sharpe
  }
  result {
    ...BacktestFigures
    perPair {
      symbol
      profitPct
      profitAbs
      trades
      wins
    }
    perExitReason {
      reason
      profitPct
      profitAbs
      trades
      wins
    }
    equityCurve {
      t
      equity
    }
    breakdown {
      day {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
      week {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
      month {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
    }
    data {
      from
      to
      startupCandles
      tables {
        symbol
        timeframe
        aggregatedFrom
        from
        to
        rows
        objects
      }
      funding {
        symbol
        from
        to
        rows
        objects
      }
    }
    warnings {
      text
      count
      line
    }
  }
  checks {
    lookahead {
      ...LookaheadFigures
      biasedIndicators
    }
    recursive {
      ...RecursiveFigures
      indicators {
        indicator
        differences {
          startupCandles
          differencePct
        }
      }
      lookaheadIndicators
    }
  }
}
    fragment BacktestRecordFields on Backtest {
  id
  name
  status
  framework {
    id: name
    imageDigest
  }
  venue
  symbols
  release
  codeSha256
  configSha256
  seed
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  deletedAt
  progress {
    fraction
    simulatedAt
  }
  error {
    code
    message
    details {
      line
      text
    }
  }
}
fragment BacktestFigures on BacktestResult {
  profitTotalPct
  totalPnl
  startingBalance
  endingBalance
  fundingPnl
  tradePnlModel
  marketChangePct
  maxDrawdownPct
  trades
  winRate
  profitFactor
  sharpe
  recomputed
}
fragment LookaheadFigures on LookaheadCheck {
  status
  message
  totalSignals
  biasedEntrySignals
  biasedExitSignals
}
fragment RecursiveFigures on RecursiveCheck {
  status
  message
  startupCandles
}`, {"fragmentName":"BacktestFields"}) as unknown as TypedDocumentString<BacktestFieldsFragment, unknown>;
export const WalletFieldsFragmentDoc = new TypedDocumentString(`
    fragment WalletFields on Wallet {
  address
  deposit {
    chain
    asset
    address
    minUsd
    protocolMinUsd
  }
  balance {
    heldUsd
    networks {
      network
      address
      asset
      balance
      balanceUsd
    }
    allocated {
      venue
      deployment
      balanceUsd
    }
    totalUsd
  }
  venues {
    ...VenueSummariesFields
  }
}
    fragment VenueSummaryFields on VenueSummary {
  minimumDepositUsd
  balanceUsd
  deposit {
    chain
    asset
    address
  }
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...SetupOperationFields
  }
}
fragment VenueSummariesFields on VenueSummaries {
  hyperliquid {
    ...VenueSummaryFields
  }
  polymarket {
    ...VenueSummaryFields
  }
  lighter {
    ...VenueSummaryFields
  }
}
fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`, {"fragmentName":"WalletFields"}) as unknown as TypedDocumentString<WalletFieldsFragment, unknown>;
export const WithdrawalFieldsFragmentDoc = new TypedDocumentString(`
    fragment WithdrawalFields on Withdrawal {
  id
  status
  source
  amountUsd
  feeUsd
  arrivesUsd
  asset
  chain
  destinationWallet
  txHash
  createdAt
  updatedAt
  error {
    code
    message
  }
}
    `, {"fragmentName":"WithdrawalFields"}) as unknown as TypedDocumentString<WithdrawalFieldsFragment, unknown>;
export const ConsoleSendCodeDocument = new TypedDocumentString(`
    mutation ConsoleSendCode($input: SendRegistrationCodeInput!) {
  sendRegistrationCode(input: $input) {
    expiresInSeconds
  }
}
    `) as unknown as TypedDocumentString<ConsoleSendCodeMutation, ConsoleSendCodeMutationVariables>;
export const ConsoleOpenSessionDocument = new TypedDocumentString(`
    mutation ConsoleOpenSession($input: OpenSessionInput!) {
  openSession(input: $input) {
    sessionToken
  }
}
    `) as unknown as TypedDocumentString<ConsoleOpenSessionMutation, ConsoleOpenSessionMutationVariables>;
export const ConsoleUseSignInLinkDocument = new TypedDocumentString(`
    mutation ConsoleUseSignInLink($input: UseSignInLinkInput!) {
  useSignInLink(input: $input) {
    sessionToken
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<ConsoleUseSignInLinkMutation, ConsoleUseSignInLinkMutationVariables>;
export const ConsoleEndSessionDocument = new TypedDocumentString(`
    mutation ConsoleEndSession {
  endSession {
    ended
  }
}
    `) as unknown as TypedDocumentString<ConsoleEndSessionMutation, ConsoleEndSessionMutationVariables>;
export const LegacyListAccountsDocument = new TypedDocumentString(`
    query LegacyListAccounts($venue: String!) {
  tradingAccounts(venue: $venue) {
    ...LegacyAccountFields
  }
}
    fragment LegacyAccountFields on TradingAccount {
  label
  accountIndex
  walletAddress
}`) as unknown as TypedDocumentString<LegacyListAccountsQuery, LegacyListAccountsQueryVariables>;
export const LegacyRenameAccountDocument = new TypedDocumentString(`
    mutation LegacyRenameAccount($input: UpdateTradingAccountInput!) {
  updateTradingAccount(input: $input) {
    account {
      ...LegacyAccountFields
    }
  }
}
    fragment LegacyAccountFields on TradingAccount {
  label
  accountIndex
  walletAddress
}`) as unknown as TypedDocumentString<LegacyRenameAccountMutation, LegacyRenameAccountMutationVariables>;
export const LegacyGetAccountStatusDocument = new TypedDocumentString(`
    query LegacyGetAccountStatus {
  account {
    plan {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyGetAccountStatusQuery, LegacyGetAccountStatusQueryVariables>;
export const LegacyGetOnboardingDocument = new TypedDocumentString(`
    query LegacyGetOnboarding($venue: String!, $id: ID!) {
  tradingAccount(venue: $venue, id: $id) {
    ...LegacyOnboardingFields
  }
}
    fragment LegacyAccountFields on TradingAccount {
  label
  accountIndex
  walletAddress
}
fragment LegacyOnboardingFields on TradingAccount {
  ...LegacyAccountFields
  wallet {
    balance {
      heldUsd
    }
    venues {
      ...VenueSummariesFields
    }
  }
}
fragment VenueSummaryFields on VenueSummary {
  minimumDepositUsd
  balanceUsd
  deposit {
    chain
    asset
    address
  }
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...SetupOperationFields
  }
}
fragment VenueSummariesFields on VenueSummaries {
  hyperliquid {
    ...VenueSummaryFields
  }
  polymarket {
    ...VenueSummaryFields
  }
  lighter {
    ...VenueSummaryFields
  }
}
fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyGetOnboardingQuery, LegacyGetOnboardingQueryVariables>;
export const LegacySetUpVenueDocument = new TypedDocumentString(`
    mutation LegacySetUpVenue($input: SetUpVenueInput!) {
  setUpVenue(input: $input) {
    operation {
      id
    }
    replayed
  }
}
    `) as unknown as TypedDocumentString<LegacySetUpVenueMutation, LegacySetUpVenueMutationVariables>;
export const LegacyListApiKeysDocument = new TypedDocumentString(`
    query LegacyListApiKeys {
  apiKeys {
    id
    name
    legacyName
    prefix
    createdAt
    requestsToday
  }
  account {
    limits {
      requestsPerMinute
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyListApiKeysQuery, LegacyListApiKeysQueryVariables>;
export const LegacyCreateApiKeyDocument = new TypedDocumentString(`
    mutation LegacyCreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    apiKey
    keyId
  }
}
    `) as unknown as TypedDocumentString<LegacyCreateApiKeyMutation, LegacyCreateApiKeyMutationVariables>;
export const LegacyRevokeApiKeyDocument = new TypedDocumentString(`
    mutation LegacyRevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<LegacyRevokeApiKeyMutation, LegacyRevokeApiKeyMutationVariables>;
export const LegacyRenameApiKeyDocument = new TypedDocumentString(`
    mutation LegacyRenameApiKey($input: RenameApiKeyInput!) {
  renameApiKey(input: $input) {
    key {
      name
      legacyName
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyRenameApiKeyMutation, LegacyRenameApiKeyMutationVariables>;
export const LegacySendMagicLinkDocument = new TypedDocumentString(`
    mutation LegacySendMagicLink($input: SendMagicLinkInput!) {
  sendMagicLink(input: $input) {
    sent
  }
}
    `) as unknown as TypedDocumentString<LegacySendMagicLinkMutation, LegacySendMagicLinkMutationVariables>;
export const LegacyUseMagicLinkDocument = new TypedDocumentString(`
    mutation LegacyUseMagicLink($input: UseMagicLinkInput!) {
  useMagicLink(input: $input) {
    email
    keyPrefix
    activated
  }
}
    `) as unknown as TypedDocumentString<LegacyUseMagicLinkMutation, LegacyUseMagicLinkMutationVariables>;
export const LegacyGetBacktestDocument = new TypedDocumentString(`
    query LegacyGetBacktest($id: ID!) {
  backtest(id: $id) {
    ...LegacyBacktestFields
    strategy {
      code
      configJson
    }
    resultLink {
      token
    }
  }
}
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyGetBacktestQuery, LegacyGetBacktestQueryVariables>;
export const LegacyGetBacktestStatusDocument = new TypedDocumentString(`
    query LegacyGetBacktestStatus($id: ID!) {
  backtest(id: $id) {
    ...LegacyBacktestFields
    resultLink {
      token
    }
  }
}
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyGetBacktestStatusQuery, LegacyGetBacktestStatusQueryVariables>;
export const LegacyListBacktestsDocument = new TypedDocumentString(`
    query LegacyListBacktests($statuses: [BacktestStatus!], $held: Boolean, $withStrategy: Boolean!, $first: Int!, $after: String) {
  backtests(statuses: $statuses, held: $held, first: $first, after: $after) {
    edges {
      node {
        ...LegacyBacktestFields
        strategy @include(if: $withStrategy) {
          code
          configJson
        }
        resultLink {
          token
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyListBacktestsQuery, LegacyListBacktestsQueryVariables>;
export const LegacyGetBacktestLogsDocument = new TypedDocumentString(`
    query LegacyGetBacktestLogs($id: ID!) {
  backtest(id: $id) {
    id
    logs
  }
}
    `) as unknown as TypedDocumentString<LegacyGetBacktestLogsQuery, LegacyGetBacktestLogsQueryVariables>;
export const LegacyCreateBacktestDocument = new TypedDocumentString(`
    mutation LegacyCreateBacktest($input: CreateBacktestInput!) {
  createBacktest(input: $input) {
    backtest {
      ...LegacyBacktestFields
    }
  }
}
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyCreateBacktestMutation, LegacyCreateBacktestMutationVariables>;
export const LegacyStartBacktestDocument = new TypedDocumentString(`
    mutation LegacyStartBacktest($input: StartBacktestInput!) {
  startBacktest(input: $input) {
    backtest {
      ...LegacyBacktestFields
    }
    wasHeld
  }
}
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyStartBacktestMutation, LegacyStartBacktestMutationVariables>;
export const LegacyCancelBacktestDocument = new TypedDocumentString(`
    mutation LegacyCancelBacktest($input: CancelBacktestInput!) {
  cancelBacktest(input: $input) {
    backtest {
      ...LegacyBacktestFields
    }
  }
}
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyCancelBacktestMutation, LegacyCancelBacktestMutationVariables>;
export const LegacyDeleteBacktestDocument = new TypedDocumentString(`
    mutation LegacyDeleteBacktest($input: DeleteBacktestInput!) {
  deleteBacktest(input: $input) {
    backtest {
      ...LegacyBacktestFields
    }
  }
}
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyDeleteBacktestMutation, LegacyDeleteBacktestMutationVariables>;
export const LegacyGetBacktestResultFileDocument = new TypedDocumentString(`
    query LegacyGetBacktestResultFile($token: String!, $first: Int!, $after: String) {
  backtestResultFile(token: $token, first: $first, after: $after) {
    id
    strategyName
    framework {
      id: name
    }
    venue
    symbols
    range {
      from
      to
    }
    result {
      startingBalance
      endingBalance
      totalPnl
      profitTotalPct
      maxDrawdownPct
      trades
      winRate
      profitFactor
      sharpe
      marketChangePct
    }
    trades {
      edges {
        node {
          symbol
          side
          openedAt
          closedAt
          openRate
          closeRate
          amount
          stakeAmount
          leverage
          feesAbs
          profitAbs
          profitRatio
          entryTag
          exitReason
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyGetBacktestResultFileQuery, LegacyGetBacktestResultFileQueryVariables>;
export const LegacyFindBacktestDocument = new TypedDocumentString(`
    query LegacyFindBacktest($name: String!) {
  backtests(name: $name, first: 1) {
    edges {
      node {
        ...LegacyBacktestFields
        name
        resultLink {
          token
        }
      }
    }
  }
}
    fragment LegacyBacktestFields on Backtest {
  id
  status
  held
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  legacyResult {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
    winRate
    sharpe
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyFindBacktestQuery, LegacyFindBacktestQueryVariables>;
export const LegacyFindBacktestResultDocument = new TypedDocumentString(`
    query LegacyFindBacktestResult($name: String!) {
  backtests(name: $name, first: 1) {
    edges {
      node {
        id
        name
        status
        held
        error {
          message
        }
        resultLink {
          token
        }
        result {
          profitTotalPct
          trades
          startingBalance
          endingBalance
          totalPnl
        }
        trades(first: 50) {
          edges {
            node {
              symbol
              side
              openedAt
              closedAt
              openRate
              closeRate
              amount
              profitAbs
              exitReason
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyFindBacktestResultQuery, LegacyFindBacktestResultQueryVariables>;
export const LegacyFindBacktestLogsDocument = new TypedDocumentString(`
    query LegacyFindBacktestLogs($name: String!) {
  backtests(name: $name, first: 1) {
    edges {
      node {
        id
        logs
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyFindBacktestLogsQuery, LegacyFindBacktestLogsQueryVariables>;
export const LegacyFindMarketOutcomesDocument = new TypedDocumentString(`
    query LegacyFindMarketOutcomes($slug: String!, $venue: String!) {
  markets(query: $slug, venue: $venue, first: 100) {
    edges {
      node {
        backtestReady
        frameworkSymbols {
          nautilus
        }
        prediction {
          slug
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyFindMarketOutcomesQuery, LegacyFindMarketOutcomesQueryVariables>;
export const LegacyCreateDeploymentDocument = new TypedDocumentString(`
    mutation LegacyCreateDeployment($input: CreateDeploymentInput!) {
  createDeployment(input: $input) {
    deployment {
      ...LegacyDeploymentFields
    }
    replayed
  }
}
    fragment LegacyDeploymentFields on Deployment {
  id
  name
  status
  mode
  venue
  framework {
    name
  }
  credentials {
    attached
  }
  error {
    code
    message
  }
  createdAt
  deletedAt
  strategy {
    code
    configJson
  }
}`) as unknown as TypedDocumentString<LegacyCreateDeploymentMutation, LegacyCreateDeploymentMutationVariables>;
export const LegacyGetDeploymentDocument = new TypedDocumentString(`
    query LegacyGetDeployment($id: ID!) {
  deployment(id: $id) {
    ...LegacyDeploymentFields
  }
}
    fragment LegacyDeploymentFields on Deployment {
  id
  name
  status
  mode
  venue
  framework {
    name
  }
  credentials {
    attached
  }
  error {
    code
    message
  }
  createdAt
  deletedAt
  strategy {
    code
    configJson
  }
}`) as unknown as TypedDocumentString<LegacyGetDeploymentQuery, LegacyGetDeploymentQueryVariables>;
export const LegacyListDeploymentsDocument = new TypedDocumentString(`
    query LegacyListDeployments($statuses: [DeploymentStatus!]!, $framework: String, $mode: DeploymentMode, $first: Int!, $after: String) {
  deployments(
    statuses: $statuses
    framework: $framework
    mode: $mode
    first: $first
    after: $after
  ) {
    edges {
      node {
        ...LegacyDeploymentFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment LegacyDeploymentFields on Deployment {
  id
  name
  status
  mode
  venue
  framework {
    name
  }
  credentials {
    attached
  }
  error {
    code
    message
  }
  createdAt
  deletedAt
  strategy {
    code
    configJson
  }
}`) as unknown as TypedDocumentString<LegacyListDeploymentsQuery, LegacyListDeploymentsQueryVariables>;
export const LegacyGetDeploymentLogsDocument = new TypedDocumentString(`
    query LegacyGetDeploymentLogs($id: ID!, $limit: Int!) {
  deployment(id: $id) {
    id
    mode
    logs(limit: $limit)
  }
}
    `) as unknown as TypedDocumentString<LegacyGetDeploymentLogsQuery, LegacyGetDeploymentLogsQueryVariables>;
export const LegacyStartDeploymentDocument = new TypedDocumentString(`
    mutation LegacyStartDeployment($input: StartDeploymentInput!) {
  startDeployment(input: $input) {
    deployment {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyStartDeploymentMutation, LegacyStartDeploymentMutationVariables>;
export const LegacyStopDeploymentDocument = new TypedDocumentString(`
    mutation LegacyStopDeployment($input: StopDeploymentInput!) {
  stopDeployment(input: $input) {
    deployment {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyStopDeploymentMutation, LegacyStopDeploymentMutationVariables>;
export const LegacyRenameDeploymentDocument = new TypedDocumentString(`
    mutation LegacyRenameDeployment($input: UpdateDeploymentInput!) {
  updateDeployment(input: $input) {
    deployment {
      ...LegacyDeploymentFields
    }
  }
}
    fragment LegacyDeploymentFields on Deployment {
  id
  name
  status
  mode
  venue
  framework {
    name
  }
  credentials {
    attached
  }
  error {
    code
    message
  }
  createdAt
  deletedAt
  strategy {
    code
    configJson
  }
}`) as unknown as TypedDocumentString<LegacyRenameDeploymentMutation, LegacyRenameDeploymentMutationVariables>;
export const LegacyDeleteDeploymentDocument = new TypedDocumentString(`
    mutation LegacyDeleteDeployment($input: DeleteDeploymentInput!) {
  deleteDeployment(input: $input) {
    deployment {
      id
    }
    unmanagedPositions {
      symbol
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyDeleteDeploymentMutation, LegacyDeleteDeploymentMutationVariables>;
export const LegacyAttachDeploymentCredentialsDocument = new TypedDocumentString(`
    mutation LegacyAttachDeploymentCredentials($input: AttachDeploymentCredentialsInput!) {
  attachDeploymentCredentials(input: $input) {
    deployment {
      id
      mode
      venue
      credentials {
        attached
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyAttachDeploymentCredentialsMutation, LegacyAttachDeploymentCredentialsMutationVariables>;
export const LegacyGetDeploymentCredentialsDocument = new TypedDocumentString(`
    query LegacyGetDeploymentCredentials($id: ID!) {
  deployment(id: $id) {
    id
    mode
    venue
    credentials {
      attached
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyGetDeploymentCredentialsQuery, LegacyGetDeploymentCredentialsQueryVariables>;
export const LegacyGetDeploymentStatusDocument = new TypedDocumentString(`
    query LegacyGetDeploymentStatus($id: ID!) {
  deployment(id: $id) {
    id
    status
    mode
  }
}
    `) as unknown as TypedDocumentString<LegacyGetDeploymentStatusQuery, LegacyGetDeploymentStatusQueryVariables>;
export const LegacyGetDeploymentToExitDocument = new TypedDocumentString(`
    query LegacyGetDeploymentToExit($id: ID!) {
  deployment(id: $id) {
    id
    status
    mode
    venue
    startedAt
    symbols
  }
}
    `) as unknown as TypedDocumentString<LegacyGetDeploymentToExitQuery, LegacyGetDeploymentToExitQueryVariables>;
export const LegacyListRunningDeploymentsDocument = new TypedDocumentString(`
    query LegacyListRunningDeployments($venue: String, $mode: DeploymentMode) {
  deployments(
    statuses: [starting, running, stopping]
    venue: $venue
    mode: $mode
    first: 100
  ) {
    edges {
      node {
        id
        symbols
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyListRunningDeploymentsQuery, LegacyListRunningDeploymentsQueryVariables>;
export const LegacyGetDeploymentHoldingsDocument = new TypedDocumentString(`
    query LegacyGetDeploymentHoldings($id: ID!, $venue: String!) {
  wallet {
    positions(venue: $venue) {
      symbol
      side
      size
    }
    openOrders(venue: $venue) {
      id
      symbol
    }
  }
  deployment(id: $id) {
    markets {
      symbol
      venueNumber
      tickSize
      ticker {
        mark
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyGetDeploymentHoldingsQuery, LegacyGetDeploymentHoldingsQueryVariables>;
export const LegacySubmitExitActionDocument = new TypedDocumentString(`
    mutation LegacySubmitExitAction($input: SubmitExecutionInput!) {
  submitExecution(input: $input) {
    execution {
      status
      resultJson
    }
  }
}
    `) as unknown as TypedDocumentString<LegacySubmitExitActionMutation, LegacySubmitExitActionMutationVariables>;
export const LegacyListDeploymentHistoryDocument = new TypedDocumentString(`
    query LegacyListDeploymentHistory($statuses: [DeploymentStatus!]!, $first: Int!, $after: String) {
  account {
    id
  }
  deployments(statuses: $statuses, first: $first, after: $after) {
    edges {
      node {
        id
        mode
        venue
        status
        createdAt
        startedAt
        deletedAt
        error {
          at
        }
        metrics {
          asOf
          pnl {
            realizedUsd
          }
        }
        trades(first: 100) {
          nodes {
            symbol
            side
            closedAt
            closeRate
            amount
            feesAbs
            profitAbs
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyListDeploymentHistoryQuery, LegacyListDeploymentHistoryQueryVariables>;
export const LegacyScanDocument = new TypedDocumentString(`
    query LegacyScan($bucket: ScanBucket!, $topN: Int!) {
  momentum: scan(bucket: $bucket, category: momentum, topN: $topN) {
    ...LegacyScanFields
  }
  meanReversion: scan(bucket: $bucket, category: mean_reversion, topN: $topN) {
    ...LegacyScanFields
  }
  breakout: scan(bucket: $bucket, category: breakout, topN: $topN) {
    ...LegacyScanFields
  }
  volume: scan(bucket: $bucket, category: volume, topN: $topN) {
    ...LegacyScanFields
  }
}
    fragment LegacyScanFields on Scan {
  computedAt
  results {
    symbol
    category
    score
    evidenceJson
  }
}`) as unknown as TypedDocumentString<LegacyScanQuery, LegacyScanQueryVariables>;
export const LegacyFindSetupDocument = new TypedDocumentString(`
    query LegacyFindSetup($symbol: String!) {
  setup(symbol: $symbol) {
    venue
    symbol
    computedAt
  }
}
    `) as unknown as TypedDocumentString<LegacyFindSetupQuery, LegacyFindSetupQueryVariables>;
export const LegacyGetScannedMarketDocument = new TypedDocumentString(`
    query LegacyGetScannedMarket($venue: String!, $symbol: String!) {
  market(venue: $venue, symbol: $symbol) {
    builderDex
    ticker {
      mark
      volume24h
      openInterest
      fundingRate
    }
    scan {
      category
      score
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyGetScannedMarketQuery, LegacyGetScannedMarketQueryVariables>;
export const LegacySearchMarketsDocument = new TypedDocumentString(`
    query LegacySearchMarkets($query: String!, $first: Int!) {
  markets(query: $query, kind: prediction, first: $first) {
    nodes {
      venue
      prediction {
        slug
        question
      }
      dataset {
        tables {
          from
          to
        }
      }
    }
  }
  venues {
    id
    capabilities {
      paper
      live
    }
  }
}
    `) as unknown as TypedDocumentString<LegacySearchMarketsQuery, LegacySearchMarketsQueryVariables>;
export const LegacyGetDatasetDocument = new TypedDocumentString(`
    query LegacyGetDataset($venue: String!, $symbol: String!) {
  datasets(venue: $venue, symbol: $symbol) {
    symbol
    tables {
      name
      from
      to
      rows
    }
  }
}
    `) as unknown as TypedDocumentString<LegacyGetDatasetQuery, LegacyGetDatasetQueryVariables>;
export const LegacyGetVenueStateDocument = new TypedDocumentString(`
    query LegacyGetVenueState($venue: String!, $id: ID!) {
  tradingAccount(venue: $venue, id: $id) {
    walletAddress
    wallet {
      venues {
        lighter {
          balanceUsd
          readiness {
            accountExists
          }
          operation {
            ...SetupOperationFields
          }
        }
      }
    }
  }
}
    fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<LegacyGetVenueStateQuery, LegacyGetVenueStateQueryVariables>;
export const LegacyListWalletsDocument = new TypedDocumentString(`
    query LegacyListWallets($venue: String!) {
  tradingAccounts(venue: $venue) {
    id
    walletAddress
    accountIndex
    isDefault
  }
}
    `) as unknown as TypedDocumentString<LegacyListWalletsQuery, LegacyListWalletsQueryVariables>;
export const GetAccountDocument = new TypedDocumentString(`
    query GetAccount {
  account {
    id
    email
    loginType
    plan {
      name
    }
    limits {
      requestsPerMinute
    }
    usage {
      requestsToday
    }
    runtimeUsage {
      runningBacktests
      runningDeployments
      concurrentBacktestsLimit
      runningDeploymentsLimit
      backtestProcessorSeconds
      backtestProcessorSecondsLimit
      storedBytes
      storedBytesLimit
    }
    mandate {
      ...MandateFields
    }
    createdAt
  }
}
    fragment MandateFields on Mandate {
  venues
  symbols
  maxOrderUsd
  maxDailyUsd
  maxLeverage
  reduceOnly
  expiresAt
}`) as unknown as TypedDocumentString<GetAccountQuery, GetAccountQueryVariables>;
export const GetAccountUsageDocument = new TypedDocumentString(`
    query GetAccountUsage {
  account {
    limits {
      requestsPerMinute
    }
    usage {
      requestsToday
      resetsAt
    }
    runtimeUsage {
      runningBacktests
      runningDeployments
      concurrentBacktestsLimit
      runningDeploymentsLimit
      backtestProcessorSeconds
      backtestProcessorSecondsLimit
      storedBytes
      storedBytesLimit
    }
  }
}
    `) as unknown as TypedDocumentString<GetAccountUsageQuery, GetAccountUsageQueryVariables>;
export const CreateApiKeyDocument = new TypedDocumentString(`
    mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    apiKey
    keyId
    accountId
  }
}
    `) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const ListApiKeysDocument = new TypedDocumentString(`
    query ListApiKeys {
  apiKeys {
    id
    name
    prefix
    permissions
    mandate {
      ...MandateFields
    }
    createdAt
    lastUsedAt
    requestsToday
  }
}
    fragment MandateFields on Mandate {
  venues
  symbols
  maxOrderUsd
  maxDailyUsd
  maxLeverage
  reduceOnly
  expiresAt
}`) as unknown as TypedDocumentString<ListApiKeysQuery, ListApiKeysQueryVariables>;
export const RevokeApiKeyDocument = new TypedDocumentString(`
    mutation RevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const SendRegistrationCodeDocument = new TypedDocumentString(`
    mutation SendRegistrationCode($input: SendRegistrationCodeInput!) {
  sendRegistrationCode(input: $input) {
    expiresInSeconds
  }
}
    `) as unknown as TypedDocumentString<SendRegistrationCodeMutation, SendRegistrationCodeMutationVariables>;
export const VerifyRegistrationCodeDocument = new TypedDocumentString(`
    mutation VerifyRegistrationCode($input: VerifyRegistrationCodeInput!) {
  verifyRegistrationCode(input: $input) {
    sessionToken
    accountId
    email
    apiKey
  }
}
    `) as unknown as TypedDocumentString<VerifyRegistrationCodeMutation, VerifyRegistrationCodeMutationVariables>;
export const GetTradingAccountDocument = new TypedDocumentString(`
    query GetTradingAccount($venue: String!, $id: ID!) {
  tradingAccount(venue: $venue, id: $id) {
    ...TradingAccountFields
  }
}
    fragment TradingAccountFields on TradingAccount {
  id
  venue
  accountIndex
  label
  walletAddress
  status
  isDefault
  createdAt
  details {
    onboarded
    figures {
      name
      usd
    }
  }
}`) as unknown as TypedDocumentString<GetTradingAccountQuery, GetTradingAccountQueryVariables>;
export const ListTradingAccountsDocument = new TypedDocumentString(`
    query ListTradingAccounts($venue: String!) {
  tradingAccounts(venue: $venue) {
    ...TradingAccountFields
  }
}
    fragment TradingAccountFields on TradingAccount {
  id
  venue
  accountIndex
  label
  walletAddress
  status
  isDefault
  createdAt
  details {
    onboarded
    figures {
      name
      usd
    }
  }
}`) as unknown as TypedDocumentString<ListTradingAccountsQuery, ListTradingAccountsQueryVariables>;
export const UpdateTradingAccountDocument = new TypedDocumentString(`
    mutation UpdateTradingAccount($input: UpdateTradingAccountInput!) {
  updateTradingAccount(input: $input) {
    account {
      ...TradingAccountFields
    }
  }
}
    fragment TradingAccountFields on TradingAccount {
  id
  venue
  accountIndex
  label
  walletAddress
  status
  isDefault
  createdAt
  details {
    onboarded
    figures {
      name
      usd
    }
  }
}`) as unknown as TypedDocumentString<UpdateTradingAccountMutation, UpdateTradingAccountMutationVariables>;
export const GetTradingAccountWalletDocument = new TypedDocumentString(`
    query GetTradingAccountWallet($venue: String!, $id: ID!) {
  tradingAccount(venue: $venue, id: $id) {
    wallet {
      ...WalletFields
    }
  }
}
    fragment VenueSummaryFields on VenueSummary {
  minimumDepositUsd
  balanceUsd
  deposit {
    chain
    asset
    address
  }
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...SetupOperationFields
  }
}
fragment VenueSummariesFields on VenueSummaries {
  hyperliquid {
    ...VenueSummaryFields
  }
  polymarket {
    ...VenueSummaryFields
  }
  lighter {
    ...VenueSummaryFields
  }
}
fragment WalletFields on Wallet {
  address
  deposit {
    chain
    asset
    address
    minUsd
    protocolMinUsd
  }
  balance {
    heldUsd
    networks {
      network
      address
      asset
      balance
      balanceUsd
    }
    allocated {
      venue
      deployment
      balanceUsd
    }
    totalUsd
  }
  venues {
    ...VenueSummariesFields
  }
}
fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<GetTradingAccountWalletQuery, GetTradingAccountWalletQueryVariables>;
export const ListCandlesDocument = new TypedDocumentString(`
    query ListCandles($venue: String!, $symbol: String!, $timeframe: String!, $from: DateTime, $to: DateTime, $first: Int!, $after: String) {
  candles(
    venue: $venue
    symbol: $symbol
    timeframe: $timeframe
    from: $from
    to: $to
    first: $first
    after: $after
  ) {
    t
    open
    high
    low
    close
    volume
    rowsFrom {
      source
      from
      to
    }
    availableFrom
    nextCursor
  }
}
    `) as unknown as TypedDocumentString<ListCandlesQuery, ListCandlesQueryVariables>;
export const ListDatasetsDocument = new TypedDocumentString(`
    query ListDatasets($venue: String, $symbol: String) {
  datasets(venue: $venue, symbol: $symbol) {
    venue
    symbol
    tables {
      name
      from
      to
      rows
      source
    }
    release
    gaps {
      table
      from
      to
    }
  }
}
    `) as unknown as TypedDocumentString<ListDatasetsQuery, ListDatasetsQueryVariables>;
export const ListFundingDocument = new TypedDocumentString(`
    query ListFunding($venue: String!, $symbol: String!, $from: DateTime, $to: DateTime, $first: Int!, $after: String) {
  funding(
    venue: $venue
    symbol: $symbol
    from: $from
    to: $to
    first: $first
    after: $after
  ) {
    t
    rate
    annualized
    rowsFrom {
      source
      from
      to
    }
    availableFrom
    nextCursor
  }
}
    `) as unknown as TypedDocumentString<ListFundingQuery, ListFundingQueryVariables>;
export const GetLeaderboardDocument = new TypedDocumentString(`
    query GetLeaderboard {
  leaderboard {
    strategies {
      displayRank
      name
      framework
      venue
      symbols
      simulated
      daysRunning
      profitPct
      maxDrawdownPct
      trades
      winRate
      startedAt
    }
    disclaimer
  }
}
    `) as unknown as TypedDocumentString<GetLeaderboardQuery, GetLeaderboardQueryVariables>;
export const RequestMarketDocument = new TypedDocumentString(`
    mutation RequestMarket($input: RequestMarketInput!) {
  requestMarket(input: $input) {
    request {
      ...MarketRequestFields
    }
  }
}
    fragment MarketRequestFields on MarketRequest {
  venue
  market
  symbols
  state
  reason
  progress
  requestedAt
}`) as unknown as TypedDocumentString<RequestMarketMutation, RequestMarketMutationVariables>;
export const DropMarketRequestDocument = new TypedDocumentString(`
    mutation DropMarketRequest($input: DropMarketRequestInput!) {
  dropMarketRequest(input: $input) {
    request {
      ...MarketRequestFields
    }
  }
}
    fragment MarketRequestFields on MarketRequest {
  venue
  market
  symbols
  state
  reason
  progress
  requestedAt
}`) as unknown as TypedDocumentString<DropMarketRequestMutation, DropMarketRequestMutationVariables>;
export const ListMarketRequestsDocument = new TypedDocumentString(`
    query ListMarketRequests {
  marketRequests {
    ...MarketRequestFields
  }
}
    fragment MarketRequestFields on MarketRequest {
  venue
  market
  symbols
  state
  reason
  progress
  requestedAt
}`) as unknown as TypedDocumentString<ListMarketRequestsQuery, ListMarketRequestsQueryVariables>;
export const ListMarketsDocument = new TypedDocumentString(`
    query ListMarkets($query: String!, $venue: String, $first: Int!, $after: String) {
  markets(query: $query, venue: $venue, first: $first, after: $after) {
    edges {
      node {
        venue
        symbol
        kind
        status
        backtestReady
        frameworkSymbols {
          freqtrade
          nautilus
        }
        tickSize
        minOrderUsd
        maxLeverage
        name
        builderDex
        prediction {
          slug
          question
          outcome
          outcomes
          endDate
          resolution
          takerFees {
            rate
            exponent
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    unavailableVenues
  }
}
    `) as unknown as TypedDocumentString<ListMarketsQuery, ListMarketsQueryVariables>;
export const GetScanDocument = new TypedDocumentString(`
    query GetScan($bucket: ScanBucket, $category: ScanCategory, $topN: Int!) {
  scan(bucket: $bucket, category: $category, topN: $topN) {
    computedAt
    results {
      symbol
      category
      score
      evidenceJson
    }
  }
}
    `) as unknown as TypedDocumentString<GetScanQuery, GetScanQueryVariables>;
export const GetSetupDocument = new TypedDocumentString(`
    query GetSetup($symbol: String!) {
  setup(symbol: $symbol) {
    symbol
    computedAt
    regime {
      state
      adx14
    }
    levels {
      support
      resistance
    }
    volatility {
      atr14Pct
      bbWidthPctile90d
    }
    funding {
      currentAnnualized
      trend
    }
  }
}
    `) as unknown as TypedDocumentString<GetSetupQuery, GetSetupQueryVariables>;
export const ListTradersDocument = new TypedDocumentString(`
    query ListTraders {
  __typename
}
    `) as unknown as TypedDocumentString<ListTradersQuery, ListTradersQueryVariables>;
export const GetTraderDocument = new TypedDocumentString(`
    query GetTrader {
  __typename
}
    `) as unknown as TypedDocumentString<GetTraderQuery, GetTraderQueryVariables>;
export const ListVenuesDocument = new TypedDocumentString(`
    query ListVenues {
  venues {
    id
    status
    kinds
    frameworks
    capabilities {
      context
      backtest
      paper
      live
      execution
      setup
      withdraw
    }
    fees {
      takerPct
      makerPct
      builderPct
      byMarket
    }
    minimumDepositUsd
    regions
  }
}
    `) as unknown as TypedDocumentString<ListVenuesQuery, ListVenuesQueryVariables>;
export const CreateDeploymentDocument = new TypedDocumentString(`
    mutation CreateDeployment($input: CreateDeploymentInput!) {
  createDeployment(input: $input) {
    deployment {
      id
      status
      mode
      framework {
        id: name
        imageDigest
      }
      venue
      createdAt
    }
    replayed
  }
}
    `) as unknown as TypedDocumentString<CreateDeploymentMutation, CreateDeploymentMutationVariables>;
export const AttachDeploymentCredentialsDocument = new TypedDocumentString(`
    mutation AttachDeploymentCredentials($input: AttachDeploymentCredentialsInput!) {
  attachDeploymentCredentials(input: $input) {
    deployment {
      ...DeploymentFields
    }
  }
}
    fragment DeploymentFields on Deployment {
  id
  name
  status
  mode
  framework {
    id: name
    imageDigest
  }
  venue
  region
  symbols
  codeSha256
  credentials {
    attached
    type
    status
  }
  venueAccount {
    funded
    balanceUsd
    minDepositUsd
  }
  venueSetup {
    id
    venue
    amountUsd
    status
    step
  }
  mandate {
    maxOrderUsd
    maxLeverage
    expiresAt
  }
  health {
    lastHeartbeat
    restarts
    strategyErrors
    lastStrategyError
    feedSilentSince
    differences {
      kind
      symbol
      text
      since
    }
  }
  aliveUntil
  onExpiry
  entriesBlocked
  error {
    code
    message
    at
  }
  createdAt
  startedAt
  deletedAt
}`) as unknown as TypedDocumentString<AttachDeploymentCredentialsMutation, AttachDeploymentCredentialsMutationVariables>;
export const DeleteDeploymentDocument = new TypedDocumentString(`
    mutation DeleteDeployment($input: DeleteDeploymentInput!) {
  deleteDeployment(input: $input) {
    deployment {
      ...DeploymentFields
    }
    unmanagedPositions {
      symbol
      side
      sizeUsd
    }
  }
}
    fragment DeploymentFields on Deployment {
  id
  name
  status
  mode
  framework {
    id: name
    imageDigest
  }
  venue
  region
  symbols
  codeSha256
  credentials {
    attached
    type
    status
  }
  venueAccount {
    funded
    balanceUsd
    minDepositUsd
  }
  venueSetup {
    id
    venue
    amountUsd
    status
    step
  }
  mandate {
    maxOrderUsd
    maxLeverage
    expiresAt
  }
  health {
    lastHeartbeat
    restarts
    strategyErrors
    lastStrategyError
    feedSilentSince
    differences {
      kind
      symbol
      text
      since
    }
  }
  aliveUntil
  onExpiry
  entriesBlocked
  error {
    code
    message
    at
  }
  createdAt
  startedAt
  deletedAt
}`) as unknown as TypedDocumentString<DeleteDeploymentMutation, DeleteDeploymentMutationVariables>;
export const GetDeploymentDocument = new TypedDocumentString(`
    query GetDeployment($id: ID!) {
  deployment(id: $id) {
    ...DeploymentFields
  }
}
    fragment DeploymentFields on Deployment {
  id
  name
  status
  mode
  framework {
    id: name
    imageDigest
  }
  venue
  region
  symbols
  codeSha256
  credentials {
    attached
    type
    status
  }
  venueAccount {
    funded
    balanceUsd
    minDepositUsd
  }
  venueSetup {
    id
    venue
    amountUsd
    status
    step
  }
  mandate {
    maxOrderUsd
    maxLeverage
    expiresAt
  }
  health {
    lastHeartbeat
    restarts
    strategyErrors
    lastStrategyError
    feedSilentSince
    differences {
      kind
      symbol
      text
      since
    }
  }
  aliveUntil
  onExpiry
  entriesBlocked
  error {
    code
    message
    at
  }
  createdAt
  startedAt
  deletedAt
}`) as unknown as TypedDocumentString<GetDeploymentQuery, GetDeploymentQueryVariables>;
export const ListDeploymentsDocument = new TypedDocumentString(`
    query ListDeployments($status: DeploymentStatus, $venue: String, $framework: String, $mode: DeploymentMode, $first: Int!, $after: String) {
  deployments(
    status: $status
    venue: $venue
    framework: $framework
    mode: $mode
    first: $first
    after: $after
  ) {
    edges {
      node {
        ...DeploymentFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment DeploymentFields on Deployment {
  id
  name
  status
  mode
  framework {
    id: name
    imageDigest
  }
  venue
  region
  symbols
  codeSha256
  credentials {
    attached
    type
    status
  }
  venueAccount {
    funded
    balanceUsd
    minDepositUsd
  }
  venueSetup {
    id
    venue
    amountUsd
    status
    step
  }
  mandate {
    maxOrderUsd
    maxLeverage
    expiresAt
  }
  health {
    lastHeartbeat
    restarts
    strategyErrors
    lastStrategyError
    feedSilentSince
    differences {
      kind
      symbol
      text
      since
    }
  }
  aliveUntil
  onExpiry
  entriesBlocked
  error {
    code
    message
    at
  }
  createdAt
  startedAt
  deletedAt
}`) as unknown as TypedDocumentString<ListDeploymentsQuery, ListDeploymentsQueryVariables>;
export const GetDeploymentLogsDocument = new TypedDocumentString(`
    query GetDeploymentLogs($id: ID!, $since: DateTime, $limit: Int!) {
  deployment(id: $id) {
    logs(since: $since, limit: $limit)
  }
}
    `) as unknown as TypedDocumentString<GetDeploymentLogsQuery, GetDeploymentLogsQueryVariables>;
export const GetDeploymentMetricsDocument = new TypedDocumentString(`
    query GetDeploymentMetrics($id: ID!) {
  deployment(id: $id) {
    metrics {
      asOf
      simulated
      trades {
        total
        open
        wins
        losses
      }
      pnl {
        realizedUsd
        unrealizedUsd
      }
      exposure {
        positions {
          symbol
          side
          sizeUsd
        }
      }
      balance {
        venueUsd
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GetDeploymentMetricsQuery, GetDeploymentMetricsQueryVariables>;
export const SetDeploymentStatusDocument = new TypedDocumentString(`
    mutation SetDeploymentStatus($starts: Boolean!, $stops: Boolean!, $start: StartDeploymentInput!, $stop: StopDeploymentInput!) {
  startDeployment(input: $start) @include(if: $starts) {
    deployment {
      ...DeploymentFields
    }
  }
  stopDeployment(input: $stop) @include(if: $stops) {
    deployment {
      ...DeploymentFields
    }
  }
}
    fragment DeploymentFields on Deployment {
  id
  name
  status
  mode
  framework {
    id: name
    imageDigest
  }
  venue
  region
  symbols
  codeSha256
  credentials {
    attached
    type
    status
  }
  venueAccount {
    funded
    balanceUsd
    minDepositUsd
  }
  venueSetup {
    id
    venue
    amountUsd
    status
    step
  }
  mandate {
    maxOrderUsd
    maxLeverage
    expiresAt
  }
  health {
    lastHeartbeat
    restarts
    strategyErrors
    lastStrategyError
    feedSilentSince
    differences {
      kind
      symbol
      text
      since
    }
  }
  aliveUntil
  onExpiry
  entriesBlocked
  error {
    code
    message
    at
  }
  createdAt
  startedAt
  deletedAt
}`) as unknown as TypedDocumentString<SetDeploymentStatusMutation, SetDeploymentStatusMutationVariables>;
export const UpdateDeploymentDocument = new TypedDocumentString(`
    mutation UpdateDeployment($input: UpdateDeploymentInput!) {
  updateDeployment(input: $input) {
    deployment {
      ...DeploymentFields
    }
  }
}
    fragment DeploymentFields on Deployment {
  id
  name
  status
  mode
  framework {
    id: name
    imageDigest
  }
  venue
  region
  symbols
  codeSha256
  credentials {
    attached
    type
    status
  }
  venueAccount {
    funded
    balanceUsd
    minDepositUsd
  }
  venueSetup {
    id
    venue
    amountUsd
    status
    step
  }
  mandate {
    maxOrderUsd
    maxLeverage
    expiresAt
  }
  health {
    lastHeartbeat
    restarts
    strategyErrors
    lastStrategyError
    feedSilentSince
    differences {
      kind
      symbol
      text
      since
    }
  }
  aliveUntil
  onExpiry
  entriesBlocked
  error {
    code
    message
    at
  }
  createdAt
  startedAt
  deletedAt
}`) as unknown as TypedDocumentString<UpdateDeploymentMutation, UpdateDeploymentMutationVariables>;
export const GetDeploymentParityDocument = new TypedDocumentString(`
    query GetDeploymentParity($id: ID!) {
  deployment(id: $id) {
    status
    parity {
      ...ParityFields
      error {
        code
        message
      }
      report {
        trades
        same
        explainedPct
        truncated
        causes {
          cause
          trades
        }
        effects {
          ...ParityEffectsFields
        }
        rows {
          symbol
          side
          deployed {
            ...ParityTradeFields
          }
          replayed {
            ...ParityTradeFields
          }
          causes
          effects {
            ...ParityEffectsFields
          }
        }
      }
    }
  }
}
    fragment ParityEffectsFields on ParityEffects {
  priceUsd
  sizeUsd
  feeUsd
  fundingUsd
}
fragment ParityTradeFields on ParityTrade {
  openedAt
  closedAt
  openRate
  closeRate
  amount
  feesUsd
  profitUsd
  exitReason
}
fragment ParityFields on DeploymentParity {
  backtestId
  status
  from
  to
  createdAt
}`) as unknown as TypedDocumentString<GetDeploymentParityQuery, GetDeploymentParityQueryVariables>;
export const StartDeploymentParityDocument = new TypedDocumentString(`
    mutation StartDeploymentParity($input: StartDeploymentParityInput!) {
  startDeploymentParity(input: $input) {
    parity {
      ...ParityFields
    }
  }
}
    fragment ParityFields on DeploymentParity {
  backtestId
  status
  from
  to
  createdAt
}`) as unknown as TypedDocumentString<StartDeploymentParityMutation, StartDeploymentParityMutationVariables>;
export const GetExecutionDocument = new TypedDocumentString(`
    query GetExecution($id: ID!) {
  execution(id: $id) {
    ...ExecutionFields
  }
}
    fragment ExecutionFields on Execution {
  id
  status
  venue
  actionType
  accountAddress
  createdAt
  finishedAt
  resultJson
  settlement
}`) as unknown as TypedDocumentString<GetExecutionQuery, GetExecutionQueryVariables>;
export const ListExecutionsDocument = new TypedDocumentString(`
    query ListExecutions($first: Int!, $after: String) {
  executions(first: $first, after: $after) {
    edges {
      node {
        ...ExecutionFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ExecutionFields on Execution {
  id
  status
  venue
  actionType
  accountAddress
  createdAt
  finishedAt
  resultJson
  settlement
}`) as unknown as TypedDocumentString<ListExecutionsQuery, ListExecutionsQueryVariables>;
export const SubmitExecutionDocument = new TypedDocumentString(`
    mutation SubmitExecution($input: SubmitExecutionInput!) {
  submitExecution(input: $input) {
    execution {
      ...ExecutionFields
    }
    replayed
  }
}
    fragment ExecutionFields on Execution {
  id
  status
  venue
  actionType
  accountAddress
  createdAt
  finishedAt
  resultJson
  settlement
}`) as unknown as TypedDocumentString<SubmitExecutionMutation, SubmitExecutionMutationVariables>;
export const CreateBacktestDocument = new TypedDocumentString(`
    mutation CreateBacktest($input: CreateBacktestInput!) {
  createBacktest(input: $input) {
    backtest {
      id
      status
    }
    replayed
  }
}
    `) as unknown as TypedDocumentString<CreateBacktestMutation, CreateBacktestMutationVariables>;
export const GetBacktestDatasetDocument = new TypedDocumentString(`
    query GetBacktestDataset($venue: String!, $market: String!) {
  backtestDataset(venue: $venue, market: $market) {
    venue
    market
    backtestReady
    unavailabilityReason
    dataset {
      manifestUri
      datasetVersion
      bars {
        timeframe
        coverageStart
        coverageEnd
      }
      funding {
        coverageStart
        coverageEnd
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GetBacktestDatasetQuery, GetBacktestDatasetQueryVariables>;
export const DeleteBacktestDocument = new TypedDocumentString(`
    mutation DeleteBacktest($input: DeleteBacktestInput!) {
  deleteBacktest(input: $input) {
    backtest {
      ...BacktestFields
    }
  }
}
    fragment BacktestRecordFields on Backtest {
  id
  name
  status
  framework {
    id: name
    imageDigest
  }
  venue
  symbols
  release
  codeSha256
  configSha256
  seed
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  deletedAt
  progress {
    fraction
    simulatedAt
  }
  error {
    code
    message
    details {
      line
      text
    }
  }
}
fragment BacktestFigures on BacktestResult {
  profitTotalPct
  totalPnl
  startingBalance
  endingBalance
  fundingPnl
  tradePnlModel
  marketChangePct
  maxDrawdownPct
  trades
  winRate
  profitFactor
  sharpe
  recomputed
}
fragment LookaheadFigures on LookaheadCheck {
  status
  message
  totalSignals
  biasedEntrySignals
  biasedExitSignals
}
fragment RecursiveFigures on RecursiveCheck {
  status
  message
  startupCandles
}
fragment BacktestFields on Backtest {
  ...BacktestRecordFields
  legacyResult {
    profitTotalPct
    marketChangePct
    maxDrawdownPct
    trades
    winRate
    profitFactor
    sharpe
  }
  result {
    ...BacktestFigures
    perPair {
      symbol
      profitPct
      profitAbs
      trades
      wins
    }
    perExitReason {
      reason
      profitPct
      profitAbs
      trades
      wins
    }
    equityCurve {
      t
      equity
    }
    breakdown {
      day {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
      week {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
      month {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
    }
    data {
      from
      to
      startupCandles
      tables {
        symbol
        timeframe
        aggregatedFrom
        from
        to
        rows
        objects
      }
      funding {
        symbol
        from
        to
        rows
        objects
      }
    }
    warnings {
      text
      count
      line
    }
  }
  checks {
    lookahead {
      ...LookaheadFigures
      biasedIndicators
    }
    recursive {
      ...RecursiveFigures
      indicators {
        indicator
        differences {
          startupCandles
          differencePct
        }
      }
      lookaheadIndicators
    }
  }
}`) as unknown as TypedDocumentString<DeleteBacktestMutation, DeleteBacktestMutationVariables>;
export const GetBacktestDocument = new TypedDocumentString(`
    query GetBacktest($id: ID!) {
  backtest(id: $id) {
    ...BacktestFields
  }
}
    fragment BacktestRecordFields on Backtest {
  id
  name
  status
  framework {
    id: name
    imageDigest
  }
  venue
  symbols
  release
  codeSha256
  configSha256
  seed
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  deletedAt
  progress {
    fraction
    simulatedAt
  }
  error {
    code
    message
    details {
      line
      text
    }
  }
}
fragment BacktestFigures on BacktestResult {
  profitTotalPct
  totalPnl
  startingBalance
  endingBalance
  fundingPnl
  tradePnlModel
  marketChangePct
  maxDrawdownPct
  trades
  winRate
  profitFactor
  sharpe
  recomputed
}
fragment LookaheadFigures on LookaheadCheck {
  status
  message
  totalSignals
  biasedEntrySignals
  biasedExitSignals
}
fragment RecursiveFigures on RecursiveCheck {
  status
  message
  startupCandles
}
fragment BacktestFields on Backtest {
  ...BacktestRecordFields
  legacyResult {
    profitTotalPct
    marketChangePct
    maxDrawdownPct
    trades
    winRate
    profitFactor
    sharpe
  }
  result {
    ...BacktestFigures
    perPair {
      symbol
      profitPct
      profitAbs
      trades
      wins
    }
    perExitReason {
      reason
      profitPct
      profitAbs
      trades
      wins
    }
    equityCurve {
      t
      equity
    }
    breakdown {
      day {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
      week {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
      month {
        start
        profitAbs
        trades
        wins
        draws
        losses
      }
    }
    data {
      from
      to
      startupCandles
      tables {
        symbol
        timeframe
        aggregatedFrom
        from
        to
        rows
        objects
      }
      funding {
        symbol
        from
        to
        rows
        objects
      }
    }
    warnings {
      text
      count
      line
    }
  }
  checks {
    lookahead {
      ...LookaheadFigures
      biasedIndicators
    }
    recursive {
      ...RecursiveFigures
      indicators {
        indicator
        differences {
          startupCandles
          differencePct
        }
      }
      lookaheadIndicators
    }
  }
}`) as unknown as TypedDocumentString<GetBacktestQuery, GetBacktestQueryVariables>;
export const ListBacktestsDocument = new TypedDocumentString(`
    query ListBacktests($status: BacktestStatus, $venue: String, $first: Int!, $after: String) {
  backtests(status: $status, venue: $venue, first: $first, after: $after) {
    edges {
      node {
        ...BacktestSummaryFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment BacktestRecordFields on Backtest {
  id
  name
  status
  framework {
    id: name
    imageDigest
  }
  venue
  symbols
  release
  codeSha256
  configSha256
  seed
  range {
    from
    to
  }
  createdAt
  startedAt
  finishedAt
  deletedAt
  progress {
    fraction
    simulatedAt
  }
  error {
    code
    message
    details {
      line
      text
    }
  }
}
fragment BacktestFigures on BacktestResult {
  profitTotalPct
  totalPnl
  startingBalance
  endingBalance
  fundingPnl
  tradePnlModel
  marketChangePct
  maxDrawdownPct
  trades
  winRate
  profitFactor
  sharpe
  recomputed
}
fragment LookaheadFigures on LookaheadCheck {
  status
  message
  totalSignals
  biasedEntrySignals
  biasedExitSignals
}
fragment RecursiveFigures on RecursiveCheck {
  status
  message
  startupCandles
}
fragment BacktestSummaryFields on Backtest {
  ...BacktestRecordFields
  result {
    ...BacktestFigures
  }
  checks {
    lookahead {
      ...LookaheadFigures
    }
    recursive {
      ...RecursiveFigures
    }
  }
}`) as unknown as TypedDocumentString<ListBacktestsQuery, ListBacktestsQueryVariables>;
export const GetBacktestLogsDocument = new TypedDocumentString(`
    query GetBacktestLogs($id: ID!) {
  backtest(id: $id) {
    logs
    platformLogLines
  }
}
    `) as unknown as TypedDocumentString<GetBacktestLogsQuery, GetBacktestLogsQueryVariables>;
export const ListBacktestTradesDocument = new TypedDocumentString(`
    query ListBacktestTrades($id: ID!, $first: Int!, $after: String) {
  backtest(id: $id) {
    id
    status
    trades(first: $first, after: $after) {
      edges {
        node {
          symbol
          side
          openedAt
          closedAt
          durationSeconds
          openRate
          closeRate
          amount
          stakeAmount
          leverage
          feesAbs
          profitAbs
          profitRatio
          entryTag
          exitReason
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListBacktestTradesQuery, ListBacktestTradesQueryVariables>;
export const ListFrameworksDocument = new TypedDocumentString(`
    query ListFrameworks {
  frameworks {
    id: name
    language
    version
    imageDigest
    strategyShape
    docs
    status
    isDefault
    progress
  }
}
    `) as unknown as TypedDocumentString<ListFrameworksQuery, ListFrameworksQueryVariables>;
export const ListDepositsDocument = new TypedDocumentString(`
    query ListDeposits($first: Int!, $after: String) {
  wallet {
    deposits(first: $first, after: $after) {
      edges {
        node {
          id
          status
          asset
          chain
          amountUsd
          txHash
          createdAt
          confirmedAt
          error {
            code
            message
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListDepositsQuery, ListDepositsQueryVariables>;
export const GetWalletDocument = new TypedDocumentString(`
    query GetWallet {
  wallet {
    ...WalletFields
  }
}
    fragment VenueSummaryFields on VenueSummary {
  minimumDepositUsd
  balanceUsd
  deposit {
    chain
    asset
    address
  }
  readiness {
    venueReachable
    walletReady
    accountExists
    depositRouteReady
  }
  operation {
    ...SetupOperationFields
  }
}
fragment VenueSummariesFields on VenueSummaries {
  hyperliquid {
    ...VenueSummaryFields
  }
  polymarket {
    ...VenueSummaryFields
  }
  lighter {
    ...VenueSummaryFields
  }
}
fragment WalletFields on Wallet {
  address
  deposit {
    chain
    asset
    address
    minUsd
    protocolMinUsd
  }
  balance {
    heldUsd
    networks {
      network
      address
      asset
      balance
      balanceUsd
    }
    allocated {
      venue
      deployment
      balanceUsd
    }
    totalUsd
  }
  venues {
    ...VenueSummariesFields
  }
}
fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<GetWalletQuery, GetWalletQueryVariables>;
export const ListLedgerDocument = new TypedDocumentString(`
    query ListLedger($first: Int!, $after: String, $createdFrom: DateTime, $createdTo: DateTime) {
  account {
    id
    ledger(
      first: $first
      after: $after
      createdFrom: $createdFrom
      createdTo: $createdTo
    ) {
      edges {
        node {
          id
          bookedAt
          kind
          description
          amountUsd
          feeUsd
          heldChangeUsd
          venueChangeUsd
          network
          venue
          walletAddress
          txHash
          operationId
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListLedgerQuery, ListLedgerQueryVariables>;
export const SetUpVenueDocument = new TypedDocumentString(`
    mutation SetUpVenue($input: SetUpVenueInput!) {
  setUpVenue(input: $input) {
    operation {
      ...SetupOperationFields
    }
    replayed
  }
}
    fragment SetupOperationFields on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<SetUpVenueMutation, SetUpVenueMutationVariables>;
export const AuthorizeWithdrawalDocument = new TypedDocumentString(`
    mutation AuthorizeWithdrawal($input: AuthorizeWithdrawalInput!) {
  authorizeWithdrawal(input: $input) {
    authorizationId
    amountUsd
    destinationWallet
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<AuthorizeWithdrawalMutation, AuthorizeWithdrawalMutationVariables>;
export const CreateWithdrawalDocument = new TypedDocumentString(`
    mutation CreateWithdrawal($input: CreateWithdrawalInput!) {
  createWithdrawal(input: $input) {
    withdrawal {
      id
      status
      amountUsd
      destinationWallet
      createdAt
    }
    replayed
  }
}
    `) as unknown as TypedDocumentString<CreateWithdrawalMutation, CreateWithdrawalMutationVariables>;
export const SendWithdrawalCodeDocument = new TypedDocumentString(`
    mutation SendWithdrawalCode($input: SendWithdrawalCodeInput!) {
  sendWithdrawalCode(input: $input) {
    challengeId
    maskedEmail
    expiresAt
    resendAvailableAt
  }
}
    `) as unknown as TypedDocumentString<SendWithdrawalCodeMutation, SendWithdrawalCodeMutationVariables>;
export const GetWithdrawalPolicyDocument = new TypedDocumentString(`
    query GetWithdrawalPolicy {
  wallet {
    withdrawalPolicy {
      accountId
      mode
      maskedEmail
      destinationMode
      destinationWallet
      authorizationTtlSeconds
    }
  }
}
    `) as unknown as TypedDocumentString<GetWithdrawalPolicyQuery, GetWithdrawalPolicyQueryVariables>;
export const RecoverWithdrawalDocument = new TypedDocumentString(`
    mutation RecoverWithdrawal($input: RecoverWithdrawalInput!) {
  recoverWithdrawal(input: $input) {
    requestId
    withdrawal {
      ...WithdrawalFields
    }
  }
}
    fragment WithdrawalFields on Withdrawal {
  id
  status
  source
  amountUsd
  feeUsd
  arrivesUsd
  asset
  chain
  destinationWallet
  txHash
  createdAt
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<RecoverWithdrawalMutation, RecoverWithdrawalMutationVariables>;
export const ListWithdrawalSourcesDocument = new TypedDocumentString(`
    query ListWithdrawalSources {
  wallet {
    withdrawalSources {
      source
      status
      asset
      chain
      availableUsd
      feeUsd
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ListWithdrawalSourcesQuery, ListWithdrawalSourcesQueryVariables>;
export const GetWithdrawalDocument = new TypedDocumentString(`
    query GetWithdrawal($id: ID!) {
  withdrawal(id: $id) {
    ...WithdrawalFields
  }
}
    fragment WithdrawalFields on Withdrawal {
  id
  status
  source
  amountUsd
  feeUsd
  arrivesUsd
  asset
  chain
  destinationWallet
  txHash
  createdAt
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<GetWithdrawalQuery, GetWithdrawalQueryVariables>;
export const ListWithdrawalsDocument = new TypedDocumentString(`
    query ListWithdrawals($first: Int!, $after: String) {
  wallet {
    withdrawals(first: $first, after: $after) {
      edges {
        node {
          ...WithdrawalFields
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment WithdrawalFields on Withdrawal {
  id
  status
  source
  amountUsd
  feeUsd
  arrivesUsd
  asset
  chain
  destinationWallet
  txHash
  createdAt
  updatedAt
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<ListWithdrawalsQuery, ListWithdrawalsQueryVariables>;