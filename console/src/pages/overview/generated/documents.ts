/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** What became of a deployment when its account was halted. */
export type HaltOutcome =
  /** It was asked to stop. */
  | 'stopped'
  /** It opens nothing more until it is started again. */
  | 'entries_blocked'
  /** It did not run, was about to stop, or its entries were blocked before. */
  | 'already';

/** A halt of all deployments of an account. */
export type HaltDeploymentsInput = {
  /** What it does. */
  mode: HaltMode;
};

/** What a halt does. What the deployments hold stays open. */
export type HaltMode =
  /** They open nothing more, and go on looking after what they hold. */
  | 'block_entries'
  /** They stop. */
  | 'stop';

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

export type OverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewQuery = { account: { id: string, email: string | null, usage: { requestsToday: number, resetsAt: string }, runtimeUsage: { runningBacktests: number, queuedBacktests: number, runningDeployments: number, runningDeploymentsLimit: number, concurrentBacktestsLimit: number, storedBytes: number, storedBytesLimit: number } | null } | null, wallet: { id: string, balance: { heldUsd: string, totalUsd: string, networks: Array<{ network: Network, asset: Asset, balanceUsd: string }>, allocated: Array<{ venue: string, balanceUsd: string }> } | null, venues: { hyperliquid: { balanceUsd: string | null, readiness: { accountExists: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, polymarket: { balanceUsd: string | null, readiness: { accountExists: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null }, lighter: { balanceUsd: string | null, readiness: { accountExists: boolean | null }, operation: { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null } | null } } | null, deposits: { nodes: Array<{ id: string, amountUsd: string }>, pageInfo: { hasNextPage: boolean } }, withdrawals: { nodes: Array<{ id: string, status: WithdrawalStatus, amountUsd: string, updatedAt: string, error: { code: string, message: string } | null }> } } | null, deployments: { nodes: Array<{ id: string, name: string, status: DeploymentStatus, mode: DeploymentMode, venue: string, symbols: Array<string>, entriesBlocked: boolean | null, aliveUntil: string | null, health: { lastHeartbeat: string | null, restarts: number, strategyErrors: number | null, lastStrategyError: string | null, feedSilentSince: string | null, differences: Array<{ kind: string, symbol: string | null, text: string, since: string }> }, error: { code: string, message: string, at: string } | null, metrics: { simulated: boolean, trades: { open: number }, pnl: { realizedUsd: number, unrealizedUsd: number | null }, balance: { venueUsd: number | null } } }>, pageInfo: { hasNextPage: boolean } } | null, backtests: { nodes: Array<{ id: string, name: string | null, status: BacktestStatus, held: boolean, venue: string, symbols: Array<string>, createdAt: string | null, framework: { id: string, name: string }, range: { from: string, to: string }, progress: { fraction: number } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number } | null, error: { code: string, message: string } | null }> } | null };

export type SetupFragment = { id: string, status: SetupStatus, step: SetupStep, updatedAt: string, error: { code: string, message: string } | null };

export type RunFragment = { id: string, name: string | null, status: BacktestStatus, held: boolean, venue: string, symbols: Array<string>, createdAt: string | null, framework: { id: string, name: string }, range: { from: string, to: string }, progress: { fraction: number } | null, result: { profitTotalPct: number, maxDrawdownPct: number, trades: number } | null, error: { code: string, message: string } | null };

export type HaltMutationVariables = Exact<{
  input: HaltDeploymentsInput;
}>;


export type HaltMutation = { haltDeployments: { deployments: Array<{ outcome: HaltOutcome, deployment: { id: string, name: string, status: DeploymentStatus, entriesBlocked: boolean | null } }> } | null };

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
export const SetupFragmentDoc = new TypedDocumentString(`
    fragment Setup on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}
    `, {"fragmentName":"Setup"}) as unknown as TypedDocumentString<SetupFragment, unknown>;
export const RunFragmentDoc = new TypedDocumentString(`
    fragment Run on Backtest {
  id
  name
  status
  held
  venue
  symbols
  framework {
    id
    name
  }
  range {
    from
    to
  }
  createdAt
  progress {
    fraction
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
  }
  error {
    code
    message
  }
}
    `, {"fragmentName":"Run"}) as unknown as TypedDocumentString<RunFragment, unknown>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview {
  account {
    id
    email
    usage {
      requestsToday
      resetsAt
    }
    runtimeUsage {
      runningBacktests
      queuedBacktests
      runningDeployments
      runningDeploymentsLimit
      concurrentBacktestsLimit
      storedBytes
      storedBytesLimit
    }
  }
  wallet {
    id
    balance {
      heldUsd
      totalUsd
      networks {
        network
        asset
        balanceUsd
      }
      allocated {
        venue
        balanceUsd
      }
    }
    venues {
      hyperliquid {
        balanceUsd
        readiness {
          accountExists
        }
        operation {
          ...Setup
        }
      }
      polymarket {
        balanceUsd
        readiness {
          accountExists
        }
        operation {
          ...Setup
        }
      }
      lighter {
        balanceUsd
        readiness {
          accountExists
        }
        operation {
          ...Setup
        }
      }
    }
    deposits(first: 20, status: observed) {
      nodes {
        id
        amountUsd
      }
      pageInfo {
        hasNextPage
      }
    }
    withdrawals(first: 20) {
      nodes {
        id
        status
        amountUsd
        error {
          code
          message
        }
        updatedAt
      }
    }
  }
  deployments(first: 50) {
    nodes {
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
        simulated
        trades {
          open
        }
        pnl {
          realizedUsd
          unrealizedUsd
        }
        balance {
          venueUsd
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
  backtests(first: 8) {
    nodes {
      ...Run
    }
  }
}
    fragment Setup on SetupOperation {
  id
  status
  step
  updatedAt
  error {
    code
    message
  }
}
fragment Run on Backtest {
  id
  name
  status
  held
  venue
  symbols
  framework {
    id
    name
  }
  range {
    from
    to
  }
  createdAt
  progress {
    fraction
  }
  result {
    profitTotalPct
    maxDrawdownPct
    trades
  }
  error {
    code
    message
  }
}`) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const HaltDocument = new TypedDocumentString(`
    mutation Halt($input: HaltDeploymentsInput!) {
  haltDeployments(input: $input) {
    deployments {
      outcome
      deployment {
        id
        name
        status
        entriesBlocked
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HaltMutation, HaltMutationVariables>;