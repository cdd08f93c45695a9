import {
  type ColumnDef,
  constructTable,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import { useMemo, useState } from 'preact/hooks';

/** What a column sorts by. */
export interface Sortable<Row> {
  readonly id: string;
  /** What is compared; null, which is unknown, comes last in either direction. */
  readonly value: (row: Row) => string | number | null | undefined;
  /** Whether the column has no order: buttons, for example. */
  readonly isUnsorted?: boolean;
}

/** Rows in the order that the reader chose, and how it is chosen. */
export interface Sorted<Row> {
  readonly rows: readonly Row[];
  readonly column: string | undefined;
  readonly direction: 'asc' | 'desc' | undefined;
  /** Sorts by a column: first one way, then the other, then not at all. */
  readonly toggle: (column: string) => void;
}

const FEATURES = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

type Features = typeof FEATURES;

/** Sorts rows by TanStack's row model; the order that rows come in is that of the platform. */
export function useSorted<Row>(rows: readonly Row[], columns: readonly Sortable<Row>[]): Sorted<Row> {
  const [sorting, setSorting] = useState<SortingState>([]);
  const sorted = useMemo(() => sortedBy(rows, columns, sorting), [rows, columns, sorting]);
  const [first] = sorting;
  return {
    rows: sorted,
    column: first?.id,
    direction: first === undefined ? undefined : first.desc ? 'desc' : 'asc',
    toggle: (column) => setSorting((old) => following(old, column)),
  };
}

/** What a click on a column makes of the order. */
export function following([first]: SortingState, column: string): SortingState {
  if (first?.id !== column) return [{ id: column, desc: false }];
  return first.desc ? [] : [{ id: column, desc: true }];
}

/** Rows in an order. */
export function sortedBy<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sorting: SortingState,
): readonly Row[] {
  if (sorting.length === 0) return rows;
  // Rows of any kind stand in an object each, which is what the table knows.
  const table = constructTable({
    features: FEATURES,
    data: rows.map((row) => ({ row })),
    columns: columns.map(definitionOf),
    initialState: { sorting },
  });
  return table.getRowModel().rows.map(({ original }) => original.row);
}

function definitionOf<Row>({ id, value }: Sortable<Row>): ColumnDef<Features, { row: Row }> {
  return {
    id,
    accessorFn: ({ row }) => value(row) ?? undefined,
    sortFn: (a, b, column) => compared(a.getValue(column), b.getValue(column)),
    sortUndefined: 'last',
  };
}

function compared(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right), 'en', { numeric: true });
}
