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

/** What one document may cost; about the number of values in its answer. */
export const COST_MAX = 60_000;

/** A list without pages is taken to have as many items. */
const LIST_LENGTH = 10;

/** What a field costs by itself, beyond 1, and how many items it has where that is known. */
const KNOWN: Readonly<Record<string, { readonly cost?: number; readonly length?: number }>> = {
  // A mebibyte of lines.
  'Backtest.logs': { cost: 5_000, length: 1 },
  'Backtest.platformLogLines': { cost: 500, length: 1 },
  // A third of a mebibyte.
  'Backtest.strategy': { cost: 1_600 },
  // Each reads files, whatever it finds.
  'Query.candles': { cost: 1_000, length: 500 },
  'Query.funding': { cost: 1_000, length: 500 },
  'Market.candles': { cost: 1_000, length: 500 },
  'Market.funding': { cost: 1_000, length: 500 },
  // Asks a venue, together with the other markets of the document.
  'Market.ticker': { cost: 10 },
  // Each asks a venue, whatever it finds.
  'Wallet.positions': { cost: 50 },
  'Wallet.openOrders': { cost: 200 },
  // A point a day.
  'BacktestResult.equityCurve': { length: 400 },
  'BacktestBreakdown.day': { length: 400 },
  'BacktestBreakdown.week': { length: 60 },
};

/** How long the schema's own lists are, about: of what an average type has. */
const SCHEMA_LENGTHS: Readonly<Record<string, number>> = {
  '__Schema.types': 155,
  '__Schema.directives': 5,
  '__Type.fields': 7,
  '__Type.inputFields': 2,
  '__Type.enumValues': 2,
  '__Type.interfaces': 0.1,
  '__Type.possibleTypes': 0.1,
  '__Field.args': 0.5,
  // Few types are made of another.
  '__Type.ofType': 0.3,
};

/** Columns are written without anything done for each of their values. */
const COLUMN_COSTS: Readonly<Record<string, number>> = { FloatColumn: 0.1, DateTimeColumn: 0.3 };
/** What describes the rows of a page in stretches: seldom more than a few, however many rows there are. */
const STRETCHES = new Set(['CandlePage.rowsFrom', 'FundingPage.rowsFrom']);
const STRETCHES_COST = 0.1;

/** The fields of a page that hold its items. */
const PAGE_ITEMS = new Set(['edges', 'nodes', 'rows']);
/** The types that are pages. */
const PAGE = /(Connection|Page)$/;
/** The arguments that say how many items a page has at most. */
const PAGE_LENGTHS = ['first', 'last'] as const;

/** A page costs what its items cost, as many as are asked for: its `first` or `last`, a variable's value as well as a literal. */
const estimate: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (type.name.startsWith('__')) return 1 + (SCHEMA_LENGTHS[`${type.name}.${field.name}`] ?? 1) * childComplexity;
  const known = KNOWN[`${type.name}.${field.name}`];
  const own = 1 + (known?.cost ?? 0);
  const named = getNullableType(field.type);
  const column = COLUMN_COSTS[named.toString()];
  if (column !== undefined) return column;
  if (STRETCHES.has(`${type.name}.${field.name}`)) return STRETCHES_COST;
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

/** What an operation costs. Throws where its variables are not of their types. */
export function costOf({ schema, document, operation, variables }: PricedOperation): number {
  return getComplexity({
    schema,
    query: document,
    variables,
    estimators: [estimate],
    ...(operation.name === undefined ? {} : { operationName: operation.name.value }),
  });
}

/** The variables that say how long pages are: with the same values of them, a document always costs the same. */
export function pageVariablesOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (PAGE_LENGTHS.some((length) => length === name.value) && value.kind === Kind.VARIABLE)
        names.add(value.name.value);
    },
    // What is left out costs nothing.
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
