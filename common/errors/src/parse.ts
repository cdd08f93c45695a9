import type { ErrorCode } from './catalogue/index.js';
import { issueMessage, type RawIssue } from './issue-message.js';
import { type FieldProblem, PlatformError } from './platform-error.js';

/** The part of a zod schema that parsing needs. */
interface Schema<Output> {
  safeParse(
    value: unknown,
    words: { readonly error: (issue: RawIssue) => string | undefined },
  ): { success: true; data: Output } | { success: false; error: { issues: readonly SchemaIssue[] } };
}

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Returns the value that its schema parses. Throws `code` with each wrong field in `details`, named by `nameOf`. */
export function parse<Output>(
  schema: Schema<Output>,
  value: unknown,
  {
    code = 'invalid_request',
    nameOf = dotted,
  }: { code?: ErrorCode; nameOf?: (path: SchemaIssue['path']) => string } = {},
): Output {
  const result = schema.safeParse(value, { error: issueMessage });
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }): FieldProblem => ({ path: nameOf(path), message }));
  throw new PlatformError(code, { details });
}

function dotted(path: SchemaIssue['path']): string {
  return path.map(String).join('.');
}
