import {
  type DocumentNode,
  type GraphQLSchema,
  getNullableType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity/cjs';

/** Maximum cost of one document; about the number of values in its response. */
export const COST_MAX = 60_000;

/** Assumed number of items of a list without pages. */
const LIST_LENGTH = 10;

/** Cost of a field itself, beyond 1, and its number of items if known. */
const KNOWN: Readonly<Record<string, { readonly cost?: number; readonly length?: number }>> = {
  // A page of its trades, however few are asked for.
  'BacktestResultFile.trades': { length: 500 },
  // A mebibyte of lines.
  'Backtest.logs': { cost: 5_000, length: 1 },
  'Backtest.platformLogLines': { cost: 500, length: 1 },
  // A third of a mebibyte, but no more than four of a page.
  'Backtest.strategy': { cost: 400 },
  // Up to 5,000 lines, and up to 1,000.
  'Deployment.logs': { cost: 5_000, length: 1 },
  'Deployment.logTail': { cost: 1_000, length: 1 },
  // As many as an account may keep.
  'HaltDeploymentsPayload.deployments': { length: 200 },
  // One point per five minutes of ninety days.
  'Deployment.equity': { length: 26_000 },
  // Reads thousands of trades, whatever the result.
  'Deployment.parity': { cost: 1_000, length: 1 },
  'ParityReport.rows': { length: 1_000 },
  // Seldom more than one.
  'ParityRow.causes': { length: 2 },
  // Each reads files, whatever the result.
  'Query.candles': { cost: 1_000, length: 500 },
  'Query.funding': { cost: 1_000, length: 500 },
  'Market.candles': { cost: 1_000, length: 500 },
  'Market.funding': { cost: 1_000, length: 500 },
  // Calls a venue, together with the other markets of the document.
  'Market.ticker': { cost: 10 },
  // Each calls a venue, whatever the result.
  'Wallet.positions': { cost: 50 },
  'Wallet.openOrders': { cost: 200 },
  // One point per day.
  'BacktestResult.equityCurve': { length: 400 },
  'BacktestBreakdown.day': { length: 400 },
  'BacktestBreakdown.week': { length: 60 },
};

/** Approximate lengths of the schema's own lists, for an average type. */
const SCHEMA_LENGTHS: Readonly<Record<string, number>> = {
  '__Schema.types': 155,
  '__Schema.directives': 5,
  '__Type.fields': 7,
  '__Type.inputFields': 2,
  '__Type.enumValues': 2,
  '__Type.interfaces': 0.1,
  '__Type.possibleTypes': 0.1,
  '__Field.args': 0.5,
  // Few types wrap another.
  '__Type.ofType': 0.3,
};

/** Columns are serialized without work per value. */
const COLUMN_COSTS: Readonly<Record<string, number>> = { FloatColumn: 0.1, DateTimeColumn: 0.3 };
/** Fields that describe ranges of rows of a page: usually a few, for any number of rows. */
const STRETCHES = new Set(['CandlePage.rowsFrom', 'FundingPage.rowsFrom']);
const STRETCHES_COST = 0.1;

/** Fields whose page is one of their own fields, which has a known length. */
const PAGED_BELOW = new Set(['Query.backtestResultFile']);

/** The fields of a page that hold its items. */
const PAGE_ITEMS = new Set(['edges', 'nodes', 'rows']);
/** The types that are pages. */
const PAGE = /(Connection|Page)$/;
/** The arguments that limit the items of a page. */
const PAGE_LENGTHS = ['first', 'last'] as const;

/** A page costs the requested number of its items: its `first` or `last`, as a literal or a variable. */
const estimate: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (type.name.startsWith('__')) return 1 + (SCHEMA_LENGTHS[`${type.name}.${field.name}`] ?? 1) * childComplexity;
  const known = KNOWN[`${type.name}.${field.name}`];
  const own = 1 + (known?.cost ?? 0);
  const named = getNullableType(field.type);
  const column = COLUMN_COSTS[named.toString()];
  if (column !== undefined) return column;
  if (STRETCHES.has(`${type.name}.${field.name}`)) return STRETCHES_COST;
  if (PAGED_BELOW.has(`${type.name}.${field.name}`)) return own + childComplexity;
  const pages = PAGE_LENGTHS.map((name): unknown => args[name]).filter((page) => typeof page === 'number');
  if (pages.length > 0) return own + Math.max(...pages, 0) * childComplexity;
  // The items of a page are counted by the page itself.
  const isPage = PAGE_ITEMS.has(field.name) && PAGE.test(type.name);
  const length = known?.length ?? (isListType(named) && !isPage ? LIST_LENGTH : 1);
  return own + length * Math.max(childComplexity, isListType(named) ? 1 : 0);
};

/** An operation with the values of its variables. */
export interface PricedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Returns the cost of an operation. Throws if its variables do not match their types. */
export function costOf({ schema, document, operation, variables }: PricedOperation): number {
  return getComplexity({
    schema,
    query: document,
    variables,
    estimators: [estimate],
    ...(operation.name === undefined ? {} : { operationName: operation.name.value }),
  });
}

/** Returns the variables for page lengths: with the same values of them, a document always costs the same. */
export function pageVariablesOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (PAGE_LENGTHS.some((length) => length === name.value) && value.kind === Kind.VARIABLE)
        names.add(value.name.value);
    },
    // Skipped fields cost nothing.
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
