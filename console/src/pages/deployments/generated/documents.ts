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

/** How much a finding explains. */
export type FindingSeverity =
  /** It alone keeps the deployment from opening positions. */
  | 'blocking'
  /** It may keep it from opening positions. */
  | 'warning'
  /** Worth knowing. */
  | 'info';

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

/** Side of an order. */
export type OrderSide =
  /** It buys the base asset. */
  | 'buy'
  /** It sells the base asset. */
  | 'sell';

export type DeploymentsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  statuses?: Array<DeploymentStatus> | DeploymentStatus | null | undefined;
  mode?: DeploymentMode | null | undefined;
}>;


export type DeploymentsQuery = { deployments: { nodes: Array<{ id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type DeploymentQueryVariables = Exact<{
  id: string | number;
}>;


export type DeploymentQuery = { deployment: { region: string | null, codeSha256: string | null, onExpiry: ExpiryMode | null, createdAt: string, startedAt: string | null, deletedAt: string | null, id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, framework: { id: string, name: string, imageDigest: string | null }, credentials: { attached: boolean, status: string } | null, venueAccount: { funded: boolean | null, balanceUsd: number | null, minDepositUsd: number | null } | null, venueSetup: { id: string, amountUsd: number, status: string, step: string } | null, mandate: { maxOrderUsd: string | null, maxLeverage: number | null, expiresAt: string | null } | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } } | null };

export type DiagnosisQueryVariables = Exact<{
  id: string | number;
}>;


export type DiagnosisQuery = { deployment: { id: string, diagnosis: Array<{ code: string, severity: FindingSeverity, message: string, action: string }> | null } | null };

export type EquityQueryVariables = Exact<{
  id: string | number;
}>;


export type EquityQuery = { deployment: { id: string, equity: { t: string[], balanceUsd: number[] } } | null };

export type TradesQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type TradesQuery = { deployment: { id: string, trades: { nodes: Array<{ number: number, symbol: string, side: TradeSide, openedAt: string, closedAt: string, durationSeconds: number, openRate: number, closeRate: number, amount: number, leverage: number, feesAbs: number, profitAbs: number, profitRatio: number, entryTag: string | null, exitReason: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type OrdersQueryVariables = Exact<{
  venue: string;
}>;


export type OrdersQuery = { wallet: { id: string, openOrders: Array<{ id: string, symbol: string, side: OrderSide, type: string, limitPrice: string, triggerPrice: string | null, size: string, originalSize: string, reduceOnly: boolean, createdAt: string }> | null, positions: Array<{ symbol: string, side: PositionSide, size: string, sizeUsd: string, entryPrice: string | null, unrealizedPnlUsd: string, liquidationPrice: string | null, leverage: number }> | null } | null };

export type MarketsQueryVariables = Exact<{
  id: string | number;
}>;


export type MarketsQuery = { deployment: { id: string, markets: Array<{ id: string, symbol: string } | null> } | null };

export type LogsQueryVariables = Exact<{
  id: string | number;
  limit: number;
}>;


export type LogsQuery = { deployment: { id: string, logs: Array<string> } | null };

export type ParityQueryVariables = Exact<{
  id: string | number;
}>;


export type ParityQuery = { deployment: { id: string, parity: { backtestId: string, status: BacktestStatus, from: string, to: string, createdAt: string, error: { code: string, message: string } | null, report: { trades: number, same: number, explainedPct: number, truncated: boolean, causes: Array<{ cause: ParityCause, trades: number }>, effects: { priceUsd: number, sizeUsd: number, feeUsd: number, fundingUsd: number }, rows: Array<{ symbol: string, side: TradeSide, causes: Array<ParityCause>, deployed: { openedAt: string, openRate: number, profitUsd: number } | null, replayed: { openedAt: string, openRate: number, profitUsd: number } | null }> } | null } | null } | null };

export type ParityProgressQueryVariables = Exact<{
  id: string | number;
}>;


export type ParityProgressQuery = { backtest: { id: string, progress: { fraction: number, simulatedAt: string } | null } | null };

export type StrategyQueryVariables = Exact<{
  id: string | number;
}>;


export type StrategyQuery = { deployment: { id: string, name: string, venue: string, mode: DeploymentMode, symbols: Array<string>, framework: { id: string, name: string }, strategy: { code: string, configJson: string } | null } | null };

export type OfBacktestQueryVariables = Exact<{
  id: string | number;
}>;


export type OfBacktestQuery = { backtest: { id: string, name: string | null, venue: string, symbols: Array<string>, framework: { id: string, name: string }, strategy: { code: string, configJson: string } } | null };

export type ChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type ChoicesQuery = { venues: Array<{ id: string, status: VenueStatus, frameworks: Array<string>, capabilities: { paper: boolean, live: boolean } }> | null, frameworks: Array<{ id: string, name: string, version: string, status: FrameworkStatus, isDefault: boolean, progress: string | null }> | null, backtests: { nodes: Array<{ id: string, name: string | null, symbols: Array<string>, createdAt: string | null, framework: { id: string, name: string }, result: { profitTotalPct: number } | null }> } | null };

export type CreateMutationVariables = Exact<{
  input: CreateDeploymentInput;
}>;


export type CreateMutation = { createDeployment: { replayed: boolean, deployment: { id: string, status: DeploymentStatus } } | null };

export type StartMutationVariables = Exact<{
  input: StartDeploymentInput;
}>;


export type StartMutation = { startDeployment: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } } } | null };

export type StopMutationVariables = Exact<{
  input: StopDeploymentInput;
}>;


export type StopMutation = { stopDeployment: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } } } | null };

export type UpdateMutationVariables = Exact<{
  input: UpdateDeploymentInput;
}>;


export type UpdateMutation = { updateDeployment: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } } } | null };

export type DeleteMutationVariables = Exact<{
  input: DeleteDeploymentInput;
}>;


export type DeleteMutation = { deleteDeployment: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } }, unmanagedPositions: Array<{ symbol: string, side: string, sizeUsd: number | null }> } | null };

export type AttachMutationVariables = Exact<{
  input: AttachDeploymentCredentialsInput;
}>;


export type AttachMutation = { attachDeploymentCredentials: { deployment: { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } } } | null };

export type StartParityMutationVariables = Exact<{
  input: StartDeploymentParityInput;
}>;


export type StartParityMutation = { startDeploymentParity: { parity: { backtestId: string, status: BacktestStatus } } | null };

export type StandingFragment = { id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { asOf: string, simulated: boolean, trades: { total: number, open: number, wins: number, losses: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, exposure: { positions: Array<{ symbol: string, side: string, sizeUsd: number | null }> }, balance: { venueUsd: number | null } } };

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
export const StandingFragmentDoc = new TypedDocumentString(`
    fragment Standing on Deployment {
  id
  name
  status
  mode
  venue
  symbols
  entriesBlocked
  aliveUntil
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
  error {
    code
    message
    at
  }
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
    `, {"fragmentName":"Standing"}) as unknown as TypedDocumentString<StandingFragment, unknown>;
export const DeploymentsDocument = new TypedDocumentString(`
    query Deployments($first: Int!, $after: String, $statuses: [DeploymentStatus!], $mode: DeploymentMode) {
  deployments(first: $first, after: $after, statuses: $statuses, mode: $mode) {
    nodes {
      ...Standing
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment Standing on Deployment {
  id
  name
  status
  mode
  venue
  symbols
  entriesBlocked
  aliveUntil
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
  error {
    code
    message
    at
  }
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
}`) as unknown as TypedDocumentString<DeploymentsQuery, DeploymentsQueryVariables>;
export const DeploymentDocument = new TypedDocumentString(`
    query Deployment($id: ID!) {
  deployment(id: $id) {
    ...Standing
    region
    codeSha256
    onExpiry
    createdAt
    startedAt
    deletedAt
    framework {
      id
      name
      imageDigest
    }
    credentials {
      attached
      status
    }
    venueAccount {
      funded
      balanceUsd
      minDepositUsd
    }
    venueSetup {
      id
      amountUsd
      status
      step
    }
    mandate {
      maxOrderUsd
      maxLeverage
      expiresAt
    }
  }
}
    fragment Standing on Deployment {
  id
  name
  status
  mode
  venue
  symbols
  entriesBlocked
  aliveUntil
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
  error {
    code
    message
    at
  }
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
}`) as unknown as TypedDocumentString<DeploymentQuery, DeploymentQueryVariables>;
export const DiagnosisDocument = new TypedDocumentString(`
    query Diagnosis($id: ID!) {
  deployment(id: $id) {
    id
    diagnosis {
      code
      severity
      message
      action
    }
  }
}
    `) as unknown as TypedDocumentString<DiagnosisQuery, DiagnosisQueryVariables>;
export const EquityDocument = new TypedDocumentString(`
    query Equity($id: ID!) {
  deployment(id: $id) {
    id
    equity {
      t
      balanceUsd
    }
  }
}
    `) as unknown as TypedDocumentString<EquityQuery, EquityQueryVariables>;
export const TradesDocument = new TypedDocumentString(`
    query Trades($id: ID!, $first: Int!, $after: String) {
  deployment(id: $id) {
    id
    trades(first: $first, after: $after) {
      nodes {
        number
        symbol
        side
        openedAt
        closedAt
        durationSeconds
        openRate
        closeRate
        amount
        leverage
        feesAbs
        profitAbs
        profitRatio
        entryTag
        exitReason
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TradesQuery, TradesQueryVariables>;
export const OrdersDocument = new TypedDocumentString(`
    query Orders($venue: String!) {
  wallet {
    id
    openOrders(venue: $venue) {
      id
      symbol
      side
      type
      limitPrice
      triggerPrice
      size
      originalSize
      reduceOnly
      createdAt
    }
    positions(venue: $venue) {
      symbol
      side
      size
      sizeUsd
      entryPrice
      unrealizedPnlUsd
      liquidationPrice
      leverage
    }
  }
}
    `) as unknown as TypedDocumentString<OrdersQuery, OrdersQueryVariables>;
export const MarketsDocument = new TypedDocumentString(`
    query Markets($id: ID!) {
  deployment(id: $id) {
    id
    markets {
      id
      symbol
    }
  }
}
    `) as unknown as TypedDocumentString<MarketsQuery, MarketsQueryVariables>;
export const LogsDocument = new TypedDocumentString(`
    query Logs($id: ID!, $limit: Int!) {
  deployment(id: $id) {
    id
    logs(limit: $limit)
  }
}
    `) as unknown as TypedDocumentString<LogsQuery, LogsQueryVariables>;
export const ParityDocument = new TypedDocumentString(`
    query Parity($id: ID!) {
  deployment(id: $id) {
    id
    parity {
      backtestId
      status
      from
      to
      createdAt
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
          priceUsd
          sizeUsd
          feeUsd
          fundingUsd
        }
        rows {
          symbol
          side
          deployed {
            openedAt
            openRate
            profitUsd
          }
          replayed {
            openedAt
            openRate
            profitUsd
          }
          causes
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ParityQuery, ParityQueryVariables>;
export const ParityProgressDocument = new TypedDocumentString(`
    query ParityProgress($id: ID!) {
  backtest(id: $id) {
    id
    progress {
      fraction
      simulatedAt
    }
  }
}
    `) as unknown as TypedDocumentString<ParityProgressQuery, ParityProgressQueryVariables>;
export const StrategyDocument = new TypedDocumentString(`
    query Strategy($id: ID!) {
  deployment(id: $id) {
    id
    name
    venue
    mode
    symbols
    framework {
      id
      name
    }
    strategy {
      code
      configJson
    }
  }
}
    `) as unknown as TypedDocumentString<StrategyQuery, StrategyQueryVariables>;
export const OfBacktestDocument = new TypedDocumentString(`
    query OfBacktest($id: ID!) {
  backtest(id: $id) {
    id
    name
    venue
    symbols
    framework {
      id
      name
    }
    strategy {
      code
      configJson
    }
  }
}
    `) as unknown as TypedDocumentString<OfBacktestQuery, OfBacktestQueryVariables>;
export const ChoicesDocument = new TypedDocumentString(`
    query Choices {
  venues {
    id
    status
    frameworks
    capabilities {
      paper
      live
    }
  }
  frameworks {
    id
    name
    version
    status
    isDefault
    progress
  }
  backtests(first: 20, statuses: [finished]) {
    nodes {
      id
      name
      symbols
      createdAt
      framework {
        id
        name
      }
      result {
        profitTotalPct
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ChoicesQuery, ChoicesQueryVariables>;
export const CreateDocument = new TypedDocumentString(`
    mutation Create($input: CreateDeploymentInput!) {
  createDeployment(input: $input) {
    deployment {
      id
      status
    }
    replayed
  }
}
    `) as unknown as TypedDocumentString<CreateMutation, CreateMutationVariables>;
export const StartDocument = new TypedDocumentString(`
    mutation Start($input: StartDeploymentInput!) {
  startDeployment(input: $input) {
    deployment {
      ...Standing
    }
  }
}
    fragment Standing on Deployment {
  id
  name
  status
  mode
  venue
  symbols
  entriesBlocked
  aliveUntil
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
  error {
    code
    message
    at
  }
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
}`) as unknown as TypedDocumentString<StartMutation, StartMutationVariables>;
export const StopDocument = new TypedDocumentString(`
    mutation Stop($input: StopDeploymentInput!) {
  stopDeployment(input: $input) {
    deployment {
      ...Standing
    }
  }
}
    fragment Standing on Deployment {
  id
  name
  status
  mode
  venue
  symbols
  entriesBlocked
  aliveUntil
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
  error {
    code
    message
    at
  }
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
}`) as unknown as TypedDocumentString<StopMutation, StopMutationVariables>;
export const UpdateDocument = new TypedDocumentString(`
    mutation Update($input: UpdateDeploymentInput!) {
  updateDeployment(input: $input) {
    deployment {
      ...Standing
    }
  }
}
    fragment Standing on Deployment {
  id
  name
  status
  mode
  venue
  symbols
  entriesBlocked
  aliveUntil
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
  error {
    code
    message
    at
  }
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
}`) as unknown as TypedDocumentString<UpdateMutation, UpdateMutationVariables>;
export const DeleteDocument = new TypedDocumentString(`
    mutation Delete($input: DeleteDeploymentInput!) {
  deleteDeployment(input: $input) {
    deployment {
      ...Standing
    }
    unmanagedPositions {
      symbol
      side
      sizeUsd
    }
  }
}
    fragment Standing on Deployment {
  id
  name
  status
  mode
  venue
  symbols
  entriesBlocked
  aliveUntil
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
  error {
    code
    message
    at
  }
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
}`) as unknown as TypedDocumentString<DeleteMutation, DeleteMutationVariables>;
export const AttachDocument = new TypedDocumentString(`
    mutation Attach($input: AttachDeploymentCredentialsInput!) {
  attachDeploymentCredentials(input: $input) {
    deployment {
      ...Standing
    }
  }
}
    fragment Standing on Deployment {
  id
  name
  status
  mode
  venue
  symbols
  entriesBlocked
  aliveUntil
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
  error {
    code
    message
    at
  }
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
}`) as unknown as TypedDocumentString<AttachMutation, AttachMutationVariables>;
export const StartParityDocument = new TypedDocumentString(`
    mutation StartParity($input: StartDeploymentParityInput!) {
  startDeploymentParity(input: $input) {
    parity {
      backtestId
      status
    }
  }
}
    `) as unknown as TypedDocumentString<StartParityMutation, StartParityMutationVariables>;