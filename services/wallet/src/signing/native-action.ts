import { PlatformError } from '@platform/errors';
import { z } from 'zod';

const BYTES_MAX = 64 * 1024;
const LEVELS_MAX = 32;

const Action = z.looseObject({ type: z.string() });

/**
 * Reads an action as a service sends it. JSON's numbers pass only as whole ones that a double holds exactly, since what is
 * signed must be what was sent. Throws `native_action_invalid`.
 */
export function parseNativeAction(text: string): Record<string, unknown> {
  if (Buffer.byteLength(text) > BYTES_MAX) throw invalid('is too long');
  const value = parseJson(text);
  requireExact(value, 1);
  const action = Action.safeParse(value);
  if (!action.success) throw invalid('must be an object with a type');
  return action.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('must be JSON');
  }
}

function requireExact(value: unknown, level: number): void {
  if (level > LEVELS_MAX) throw invalid('is too deep');
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw invalid('holds a number that is not exact');
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) requireExact(child, level + 1);
}

function invalid(message: string): PlatformError {
  return new PlatformError('native_action_invalid', { details: [{ path: 'action', message }] });
}
