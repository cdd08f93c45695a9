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
/** Named once or several times. */
const many = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** The parameters of Gamma's lists. A parameter that Gamma does not know has no effect. */
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
/** A parsed list query. */
export type ListQuery = z.output<typeof fields>;

/** The parameters of `/public-search`. */
const searchFields = z.object({
  q: z.string().min(1),
  events_status: z.enum(['active', 'closed', 'all']).optional(),
  keep_closed_markets: count.optional(),
  limit_per_type: count.optional(),
  page: count.optional(),
});
/** A parsed search query. */
export type SearchQuery = z.output<typeof searchFields>;

/** Parses the query of a list. Throws `Refusal`. */
export function listQuery(query: unknown): ListQuery {
  return parsed(fields, query);
}

/** Parses the query of a search. Throws `Refusal`. */
export function searchQuery(query: unknown): SearchQuery {
  return parsed(searchFields, query);
}

function parsed<Output>(schema: z.ZodType<Output>, query: unknown): Output {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  throw invalid(`${result.error.issues[0]?.path.join('.')} is not valid`);
}
