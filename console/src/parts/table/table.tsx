import { Component, type ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { count } from '../format.js';
import { type Sortable, type Sorted, useSorted } from './sorting.js';
import { useVisible } from './visible-rows.js';

/** So many rows are all drawn; more scroll in a box of their own, of which only what is seen is drawn. */
const DRAWN_MAX = 100;
const ROW_PX = 36;

/** A column of a table. */
export interface Column<Row> extends Sortable<Row> {
  readonly label: string;
  /** What is shown; the value itself if omitted. */
  readonly cell?: (row: Row) => ComponentChildren;
  /** Numbers stand at the end, so that their digits are beneath each other. */
  readonly isNumber?: boolean;
}

/** What a table shows. */
export interface TableProps<Row> {
  /** What it lists, for those who do not see it. */
  readonly caption: string;
  readonly rows: readonly Row[];
  /** Made once per page: a new list of columns sorts again. */
  readonly columns: readonly Column<Row>[];
  /** What tells rows apart. */
  readonly rowKey: (row: Row, index: number) => string;
  /** What is said in place of rows. */
  readonly empty?: ComponentChildren;
  /** Under the rows, for example how to get more. */
  readonly footer?: ComponentChildren;
}

/** Rows with columns that sort at a click. Ten thousand are no slower than ten. */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, columns, caption } = props;
  const sorted = useSorted(rows, columns);
  const box = useRef<HTMLDivElement>(null);
  const isLong = rows.length > DRAWN_MAX;
  const visible = useVisible(box, isLong ? rows.length : 0, ROW_PX);
  const id = useId();
  if (rows.length === 0 && props.empty !== undefined) return <p class="empty">{props.empty}</p>;
  const drawn = isLong ? sorted.rows.slice(visible.from, visible.to) : sorted.rows;
  const table = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class={isLong ? 'table-box long' : 'table-box'} ref={box} tabIndex={0} aria-labelledby={id}>
      <table aria-rowcount={rows.length + 1}>
        <caption id={id} class="unseen">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.id} column={column} sorted={sorted} />
            ))}
          </tr>
        </thead>
        <tbody>
          {isLong ? <Spacer heightPx={visible.from * ROW_PX} columns={columns.length} /> : null}
          {drawn.map((row, index) => (
            <Row
              key={props.rowKey(row, visible.from + index)}
              row={row}
              place={visible.from + index + 2}
              columns={columns}
            />
          ))}
          {isLong ? <Spacer heightPx={(rows.length - visible.to) * ROW_PX} columns={columns.length} /> : null}
        </tbody>
      </table>
      {props.footer}
    </section>
  );
  if (!isLong) return table;
  return (
    <>
      {table}
      <p class="fine">{count(rows.length)} rows: scroll in the table to see them all.</p>
    </>
  );
}

interface RowProps<Of> {
  readonly row: Of;
  /** Counted from 1, the head included. */
  readonly place: number;
  readonly columns: readonly Column<Of>[];
}

/** A row is drawn again only when it is another one: scrolling then costs what comes into sight. */
class Row<Of> extends Component<RowProps<Of>> {
  override shouldComponentUpdate({ row, place, columns }: RowProps<Of>): boolean {
    return row !== this.props.row || place !== this.props.place || columns !== this.props.columns;
  }

  override render({ row, place, columns }: RowProps<Of>) {
    return (
      <tr aria-rowindex={place}>
        {columns.map((column) => (
          <td key={column.id} class={column.isNumber ? 'end' : undefined}>
            {column.cell === undefined ? column.value(row) : column.cell(row)}
          </td>
        ))}
      </tr>
    );
  }
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: '▲', desc: '▼' } as const;

function Header<Row>(props: { readonly column: Column<Row>; readonly sorted: Sorted<Row> }) {
  const { column, sorted } = props;
  const direction = sorted.column === column.id ? sorted.direction : undefined;
  if (column.isUnsorted)
    return (
      <th scope="col" class={column.isNumber ? 'end' : undefined}>
        {column.label}
      </th>
    );
  return (
    <th
      scope="col"
      class={column.isNumber ? 'end' : undefined}
      aria-sort={direction === undefined ? undefined : DIRECTIONS[direction]}
    >
      <button type="button" class="sort" onClick={() => sorted.toggle(column.id)}>
        {column.label} <span aria-hidden="true">{direction === undefined ? '' : ARROWS[direction]}</span>
      </button>
    </th>
  );
}

/** Stands for rows that are not drawn. */
function Spacer({ heightPx, columns }: { readonly heightPx: number; readonly columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr class="spacer">
      <td colSpan={columns} style={{ height: `${heightPx}px` }} />
    </tr>
  );
}
