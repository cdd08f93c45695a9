import { ArgsType, type ClassType, Directive, Field, Int, ObjectType } from 'type-graphql';
import { DateTime } from './scalars.js';

const PAGE_SIZE_DEFAULT = 20;

/** Arguments of a forward-paged list. */
@ArgsType()
export class ConnectionArguments {
  @Field(() => Int, { defaultValue: PAGE_SIZE_DEFAULT, description: 'The largest number of items to return.' })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor of the item after which the page starts.' })
  after?: string;
}

/** Arguments of a list that is narrowed to when its items were made. */
@ArgsType()
export class CreatedArguments extends ConnectionArguments {
  @Field(() => DateTime, { nullable: true, description: 'Only what was made at this time or later.' })
  createdFrom?: Date;

  @Field(() => DateTime, { nullable: true, description: 'Only what was made before this time.' })
  createdTo?: Date;
}

/** Returns the arguments of a list by creation time in the form that services accept. */
export function createdRequest({ first, after, createdFrom, createdTo }: CreatedArguments) {
  return { limit: first, cursor: after, createdFromMs: createdFrom?.getTime(), createdToMs: createdTo?.getTime() };
}

/** Where a page stands in its list (Relay cursor connections); every subgraph with lists has it. */
@Directive('@shareable')
@ObjectType({ description: 'The position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more items follow.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether the page started after a cursor.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: "Cursor of the page's first item." })
  startCursor?: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Cursor of the page's last item. Pass it as after to get the next page.",
  })
  endCursor?: string | undefined;
}

/** A page: items with one cursor each, and the items alone. */
export interface Connection<Node> {
  edges: { node: Node; cursor: string }[];
  nodes: Node[];
  pageInfo: PageInfo;
}

/** Declares the connection and edge types of a node type, for example `BacktestConnection` and `BacktestEdge`. */
export function connectionType<Node extends object>(
  nodeClass: ClassType<Node>,
  name: string,
): ClassType<Connection<Node>> {
  @ObjectType(`${name}Edge`, { description: `A ${name} item with its cursor.` })
  class Edge {
    @Field(() => nodeClass, { description: 'The item.' })
    node!: Node;

    @Field(() => String, { description: "The item's cursor." })
    cursor!: string;
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${name} items.` })
  class ConnectionClass implements Connection<Node> {
    @Field(() => [Edge], { description: 'The items in order.' })
    edges!: Edge[];

    @Field(() => [nodeClass], { description: 'The items in order, without their cursors.' })
    nodes!: Node[];

    @Field(() => PageInfo, { description: 'The position of the page in the list.' })
    pageInfo!: PageInfo;
  }

  return ConnectionClass;
}

/**
 * A page as a service returns it: `cursors[i]` is the position after `nodes[i]` (a list response carries `repeated string cursors` beside
 * its items); `nextCursor` is absent on the last page.
 */
export function toConnection<Node>(
  page: {
    nodes: readonly Node[];
    cursors: readonly string[];
    nextCursor?: string | undefined;
  },
  { after }: ConnectionArguments,
): Connection<Node> {
  const edges = page.nodes.map((node, index) => ({ node, cursor: page.cursors[index] ?? '' }));
  const pageInfo = {
    hasNextPage: page.nextCursor !== undefined,
    // A variable may be null instead of absent.
    hasPreviousPage: after != null,
    startCursor: edges.at(0)?.cursor,
    // The next page may begin beyond the last item, where some items were skipped.
    endCursor: page.nextCursor ?? edges.at(-1)?.cursor,
  };
  return { edges, nodes: [...page.nodes], pageInfo };
}
