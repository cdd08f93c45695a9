import { PlatformError, repeatedPath } from '@platform/errors';
import { JsonRefused, type JsonRules, parseJsonObject } from '@platform/kit/json';

const BYTES_MAX = 64 * 1024;
/** The signed action must be the one that was sent. */
const rules: JsonRules = { levelsMax: 32, numbers: 'whole' };

/**
 * Parses a service's action: an object with a type, whose numbers are whole and held exactly by a double. Throws `native_action_invalid`.
 */
export function parseNativeAction(text: string): Record<string, unknown> {
  if (Buffer.byteLength(text) > BYTES_MAX) throw invalid('is too long');
  const action = parse(text);
  if (typeof action['type'] !== 'string') throw invalid('must be an object with a type');
  return action;
}

function parse(text: string) {
  try {
    return parseJsonObject(text, rules);
  } catch (error) {
    throw error instanceof JsonRefused ? invalid(error.message, error.path) : error;
  }
}

function invalid(message: string, path: JsonRefused['path'] = []): PlatformError {
  const place = path.length === 0 ? 'action' : `action.${repeatedPath(path)}`;
  return new PlatformError('native_action_invalid', { details: [{ path: place, message }] });
}
