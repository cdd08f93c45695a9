import type { GraphQLDataSource } from '@apollo/gateway';
import { PlatformError } from '@platform/errors';
import type { Logger } from '@platform/observability/logging';
import { Kind, type OperationDefinitionNode, parse, type SelectionNode } from 'graphql';
import type { GatewayContext } from './context.js';

type Options = Parameters<GraphQLDataSource<GatewayContext>['process']>[0];
type Response = Awaited<ReturnType<GraphQLDataSource<GatewayContext>['process']>>;
type ResponseError = NonNullable<Response['errors']>[number];
type Path = readonly (string | number)[];

/** How many lost fields of one subgraph call are named; a list of thousands is reported as a whole. */
const NAMED_MAX = 100;
/** The field with which a subgraph resolves its parts of entities. */
const ENTITIES = '_entities';

/**
 * Turns the failure of a subgraph into one error per field that it was to resolve. Apollo would report one error without a path,
 * which does not say what is missing.
 */
export class SubgraphFailures implements GraphQLDataSource<GatewayContext> {
  constructor(
    private readonly source: GraphQLDataSource<GatewayContext>,
    private readonly logger: Logger,
  ) {}

  /** Returns the subgraph's response, or one error per field of it. */
  async process(options: Options): Promise<Response> {
    try {
      return await this.source.process(options);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      this.logger.warn({ err: error, requestId: options.context.requestId }, 'subgraph failed');
      return { errors: pathsOf(options).map((path) => toError(error, path)) };
    }
  }
}

/** As a subgraph would write it. */
function toError({ code, message, details }: PlatformError, path: Path): ResponseError {
  const extensions = { code, ...(details === undefined ? {} : { details }) };
  // Apollo's type requires the class; a subgraph's response is JSON, and so is this.
  return { message, path, extensions } as ResponseError;
}

/** Returns the path of each field that a subgraph was to resolve, as it would write it. */
function pathsOf({ request: { query = '', variables } }: Options): readonly Path[] {
  const { definitions } = parse(query);
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );
  const operation = definitions.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  );
  const representations: unknown = variables?.['representations'];
  const found = fieldsOf(operation?.selectionSet.selections).flatMap(({ name, inner }): Path[] => {
    if (name !== ENTITIES || !Array.isArray(representations)) return [[name]];
    return representations.slice(0, NAMED_MAX).flatMap((representation, index) => {
      const type = typeOf(representation);
      return fieldsOf(inner, type).map((field) => [ENTITIES, index, field.name]);
    });
  });
  return found.slice(0, NAMED_MAX);

  /** Returns the selected fields of a type, by their names in the response; those of all types if none is given. */
  function fieldsOf(selections: readonly SelectionNode[] = [], type?: string): Asked[] {
    return selections.flatMap((selection): Asked[] => {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        return name === '__typename' ? [] : [{ name, inner: selection.selectionSet?.selections }];
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const on = fragment?.typeCondition?.name.value;
      const applies = on === undefined || type === undefined || on === type;
      return applies ? fieldsOf(fragment?.selectionSet.selections, type) : [];
    });
  }
}

interface Asked {
  readonly name: string;
  readonly inner: readonly SelectionNode[] | undefined;
}

function typeOf(representation: unknown): string | undefined {
  const isNamed = typeof representation === 'object' && representation !== null && '__typename' in representation;
  return isNamed ? String(representation.__typename) : undefined;
}
