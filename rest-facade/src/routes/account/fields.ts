import { z } from 'zod';

/** An e-mail address; the identity service decides what is valid. */
export const email = z
  .string()
  .max(320)
  .meta({ format: 'email', description: 'E-mail address', examples: ['me@example.com'] });

/** What a key may do. */
export const permissions = z
  .array(z.enum(['read', 'trade', 'all']))
  .meta({ description: '`read`: every GET and venue setup; `trade` and `all`: writes too', uniqueItems: true });
