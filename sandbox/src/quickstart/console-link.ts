import { call } from './client.js';
import type { Platform } from './main-job.js';

const QUERY = 'mutation CreateSignInLink { createSignInLink { secret } }';

interface Answer {
  readonly data?: { readonly createSignInLink: { readonly secret: string } | null };
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * Returns the console's address with a link that signs the holder of a session in, once within ten minutes. The secret is behind `#`, which
 * browsers send to no server. Throws where the platform makes none.
 */
export async function consoleLink(
  { base_url: baseUrl, graphql_url: graphUrl }: Pick<Platform, 'base_url' | 'graphql_url'>,
  sessionToken: string,
): Promise<string> {
  const { data, errors } = await call<Answer>(graphUrl, 'POST', '', { sessionToken }, { query: QUERY });
  const secret = data?.createSignInLink?.secret;
  if (secret === undefined) throw new Error(`no sign-in link: ${errors?.[0]?.message}`);
  return `${new URL('/app/sign-in', baseUrl).href}#${secret}`;
}
