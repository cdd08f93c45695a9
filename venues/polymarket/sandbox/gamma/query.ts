import { z } from 'zod';
import { invalid } from '../refusal.js';

const truth = z.enum(['true', 'false']).transform((text) => text === 'true');
const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => Date.parse(text));
/** Named once or many times. */
const many = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** What lists of Gamma are asked with. A parameter that Gamma does not know changes nothing. */
const fields = z.object({
  id: many.optional(),
  slug: many.optional(),
  condition_ids: many.optional(),
  clob_token_ids: many.optional(),
  active: truth.optional(),
  closed: truth.optional(),
  archived: truth.optional(),
  start_date_min: instant.optional(),
  start_date_max: instant.optional(),
  end_date_min: instant.optional(),
  end_date_max: instant.optional(),
  volume_num_min: z.coerce.number().optional(),
  order: z.string().optional(),
  ascending: truth.optional(),
  limit: count.optional(),
  offset: count.optional(),
  after_cursor: z.string().optional(),
});
/** A list as it was asked for. */
export type ListQuery = z.output<typeof fields>;

/** What `/public-search` is asked with. */
const searchFields = z.object({
  q: z.string().min(1),
  events_status: z.enum(['active', 'closed', 'all']).optional(),
  keep_closed_markets: count.optional(),
  limit_per_type: count.optional(),
  page: count.optional(),
});
/** A search as it was asked for. */
export type SearchQuery = z.output<typeof searchFields>;

/** The query of a list. Throws `Refusal`. */
export function listQuery(query: unknown): ListQuery {
  return parsed(fields, query);
}

/** The query of a search. Throws `Refusal`. */
export function searchQuery(query: unknown): SearchQuery {
  return parsed(searchFields, query);
}

function parsed<Output>(schema: z.ZodType<Output>, query: unknown): Output {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  throw invalid(`${result.error.issues[0]?.path.join('.')} is not valid`);
}
