import { PlatformError } from '@platform/errors';
import { parseJsonObject } from '@platform/kit/json';
import type { FrameworkId } from '@platform/venues/registry';
import { z } from 'zod';

const SYMBOLS_MAX = 50;

const symbols = z
  .array(z.string())
  .min(1)
  .max(SYMBOLS_MAX)
  .refine((names) => new Set(names).size === names.length);

/** Where each framework's config names the markets. */
const PLACES: Readonly<Record<FrameworkId, { readonly path: string; readonly schema: z.ZodType<readonly string[]> }>> =
  {
    freqtrade: {
      path: 'config.exchange.pair_whitelist',
      schema: z
        .object({ exchange: z.object({ pair_whitelist: symbols }) })
        .transform(({ exchange }) => exchange.pair_whitelist),
    },
    nautilus: {
      path: 'config.instrument_ids',
      schema: z.object({ instrument_ids: symbols }).transform(({ instrument_ids: ids }) => ids),
    },
  };

/** Returns the framework's aliases of a deployment's markets, which its config names. Throws `config_invalid`. */
export function symbolsOfConfig(framework: FrameworkId, configJson: string): readonly string[] {
  const { path, schema } = PLACES[framework];
  const found = schema.safeParse(parseJsonObject(configJson));
  if (found.success) return found.data;
  const text = `${path} must name 1 to ${SYMBOLS_MAX} markets, each once: a deployment trades those`;
  throw new PlatformError('config_invalid', { details: [{ line: null, text }] });
}
