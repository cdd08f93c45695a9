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

export type ChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type ChoicesQuery = { venues: Array<{ id: string, status: VenueStatus, frameworks: Array<string>, capabilities: { backtest: boolean } }> | null, frameworks: Array<{ id: string, name: string, version: string, language: string, status: FrameworkStatus, isDefault: boolean, progress: string | null }> | null };

export type FormerQueryVariables = Exact<{
  id: string | number;
}>;


export type FormerQuery = { backtest: { id: string, name: string | null, venue: string, symbols: Array<string>, framework: { id: string, name: string }, range: { from: string, to: string }, checks: { lookahead: { status: CheckStatus } | null, recursive: { status: CheckStatus } | null } | null, strategy: { code: string, configJson: string, strategyClass: string | null } } | null };

export type CheckQueryVariables = Exact<{
  framework: string;
  venue: string;
  symbols?: Array<string> | string | null | undefined;
  code: string;
  configJson?: string | null | undefined;
  strategyClass?: string | null | undefined;
}>;


export type CheckQuery = { strategyCheck: { code: string | null, findings: Array<{ line: number | null, text: string }> } | null };

export type CreateMutationVariables = Exact<{
  input: CreateBacktestInput;
}>;


export type CreateMutation = { createBacktest: { replayed: boolean, backtest: { id: string, status: BacktestStatus } } | null };

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

export const ChoicesDocument = new TypedDocumentString(`
    query Choices {
  venues {
    id
    status
    frameworks
    capabilities {
      backtest
    }
  }
  frameworks {
    id
    name
    version
    language
    status
    isDefault
    progress
  }
}
    `) as unknown as TypedDocumentString<ChoicesQuery, ChoicesQueryVariables>;
export const FormerDocument = new TypedDocumentString(`
    query Former($id: ID!) {
  backtest(id: $id) {
    id
    name
    framework {
      id
      name
    }
    venue
    symbols
    range {
      from
      to
    }
    checks {
      lookahead {
        status
      }
      recursive {
        status
      }
    }
    strategy {
      code
      configJson
      strategyClass
    }
  }
}
    `) as unknown as TypedDocumentString<FormerQuery, FormerQueryVariables>;
export const CheckDocument = new TypedDocumentString(`
    query Check($framework: String!, $venue: String!, $symbols: [String!], $code: String!, $configJson: String, $strategyClass: String) {
  strategyCheck(
    framework: $framework
    venue: $venue
    symbols: $symbols
    code: $code
    configJson: $configJson
    strategyClass: $strategyClass
  ) {
    code
    findings {
      line
      text
    }
  }
}
    `) as unknown as TypedDocumentString<CheckQuery, CheckQueryVariables>;
export const CreateDocument = new TypedDocumentString(`
    mutation Create($input: CreateBacktestInput!) {
  createBacktest(input: $input) {
    backtest {
      id
      status
    }
    replayed
  }
}
    `) as unknown as TypedDocumentString<CreateMutation, CreateMutationVariables>;