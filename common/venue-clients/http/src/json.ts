/** Reads JSON without rounding: an integer beyond 2^53 - 1 becomes its text. */
export function parseLosslessly(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? (context?.source ?? String(value))
      : value,
  );
}
