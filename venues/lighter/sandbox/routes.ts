import type { FastifyInstance } from 'fastify';
import { type Fields } from './requests.js';

const FORM = 'application/x-www-form-urlencoded';

/** Reads the bodies of forms. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}

/** Returns a form that was read as it is sent. */
export function form(
  body: unknown,
  { authorization }: { readonly authorization?: string | undefined } = {},
): { readonly payload: string; readonly headers: Readonly<Record<string, string>> } {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(body))) fields.set(name, String(value));
  const headers = { 'content-type': FORM, ...(authorization !== undefined && { authorization }) };
  return { payload: fields.toString(), headers };
}

/** Serves an endpoint that is read. */
export function serve(app: FastifyInstance, path: string, answer: (query: Fields) => object): void {
  app.get<{ Querystring: Fields }>(path, async ({ query, headers: { authorization: auth } }, reply) =>
    // A token may come in either place.
    reply.type('application/json').send(JSON.stringify(answer(auth === undefined ? query : { auth, ...query }))),
  );
}

/** Serves an endpoint that takes a form. */
export function serveForm(
  app: FastifyInstance,
  path: string,
  answer: (body: unknown) => object | Promise<object>,
): void {
  app.post(path, async ({ body, headers: { authorization: auth } }, reply) => {
    const fields = auth === undefined ? body : { auth, ...Object(body) };
    return reply.type('application/json').send(JSON.stringify(await answer(fields)));
  });
}
