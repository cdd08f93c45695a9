import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { text } from '../../routes/fields.js';
import { jsonObject } from '../../routes/json-object.js';

/** What a body asks for, as executions take it. */
export interface SignedAction {
  /** In the venue's own field names. */
  readonly action: Readonly<Record<string, unknown>>;
  /** Undefined: the default account. */
  readonly accountAddress: string | undefined;
}

const hasFields = (body: object) => Object.keys(body).length > 0;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Returns the schema of the body of a signed action: the action itself, or an object that holds it as `action`. */
export function signedActionBody(accountField: string, example: object) {
  return jsonObject.refine(hasFields, 'must have at least one field').meta({
    description:
      "The action in the venue's own field names, or an object with it as `action`; trading actions only. " +
      `\`${accountField}\`, in the action or beside it, names the managed wallet that acts; the default one if omitted.`,
    minProperties: 1,
    examples: [example],
  });
}

/**
 * Returns the action of a body, without the field that names its account. Throws `validation_failed` where that field is no address, or
 * names two.
 */
export function toSignedAction(body: Readonly<Record<string, unknown>>, accountField: string): SignedAction {
  const wrapped = body['type'] === undefined && isObject(body['action']) ? body['action'] : undefined;
  const { [accountField]: within, ...action } = wrapped ?? body;
  const named = [within, wrapped === undefined ? undefined : body[accountField]].filter((each) => each != null);
  const addresses = new Set(named.map((each) => addressOf(each, accountField)));
  if (addresses.size > 1) throw invalidAccount(accountField, 'must name one account');
  const [accountAddress] = addresses;
  return { action, accountAddress };
}

/** The answer to an action that the venue carried out. */
export const carriedOut = z
  .looseObject({ execution_id: text('The execution: GET /runtime/executions/{id} reads it', 'exe_01') })
  .meta({
    id: 'LegacySignedActionResult',
    description: "The venue's own answer to the action, with the id of its execution beside it",
    examples: [{ status: 'ok', response: { type: 'order' }, execution_id: 'exe_01' }],
  });

/** The answer to an action whose outcome is not known. */
export const undecided = z
  .object({
    status: z
      .enum(['submitting', 'reconciling', 'reconciliation_required'])
      .describe('The outcome is unknown: it is looked up, or waits for an operator. Do not send the action again'),
    execution_id: text('The execution: GET /runtime/executions/{id} reads what becomes of it', 'exe_01'),
  })
  .meta({ id: 'LegacySignedActionPending', description: 'An action whose outcome is not known yet' });

function addressOf(value: unknown, accountField: string): string {
  if (typeof value === 'string' && ADDRESS.test(value)) return value.toLowerCase();
  throw invalidAccount(accountField, 'must be 0x and 40 hexadecimal digits');
}

function invalidAccount(path: string, message: string): PlatformError {
  return new PlatformError('validation_failed', { details: [{ path, message }] });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
