const HEADER = 'Idempotency-Key';
const WITHDRAWAL_STEP = /\/wallet\/withdraw(?:\/(?<step>otp|authorize|recover))?$/;

/** The part of an OpenAPI document that is read here. */
export interface KeyDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly parameters?: readonly Parameter[]; readonly deprecated?: boolean }>>
    >
  >;
}

interface Parameter {
  readonly name: string;
  readonly example?: unknown;
}

/** A request as Swagger UI is about to send it. */
export interface PreparedRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** A response, as Swagger UI passes it. */
export interface Answer {
  readonly url: string;
  readonly ok: boolean;
  readonly body?: unknown;
}

/** The withdrawal that is under way. */
interface Withdrawal {
  readonly key: string;
  /** A code was asked for, and the proof is bound to the key. */
  readonly hasCode: boolean;
  /** The body that was submitted last. */
  submitted: string | undefined;
  isAccepted: boolean;
}

/**
 * Gives each request an idempotency key of its own where the reader left the document's example as it was: under that one key the
 * second request would be the first one again. What the reader typed is sent. The steps of one withdrawal share a key, since its proof
 * is bound to it; one that is sent again as it was is the same one. `receive` gets every response.
 */
export function freshKeys(document: KeyDocument, newKey: () => string) {
  const examples = examplesOf(document);
  let withdrawal: Withdrawal | undefined;
  const keyFor = (path: string, body: string): string => {
    const found = WITHDRAWAL_STEP.exec(path);
    if (found === null) return newKey();
    const step = found.groups?.['step'];
    if (withdrawal === undefined || beginsAnother(withdrawal, step, body))
      withdrawal = { key: newKey(), hasCode: step === 'otp', submitted: undefined, isAccepted: false };
    if (step === undefined) withdrawal.submitted = body;
    return withdrawal.key;
  };
  return {
    send: <Request extends PreparedRequest>(request: Request): Request => {
      const sent = request.headers[HEADER];
      if (sent !== undefined && examples.has(sent))
        request.headers[HEADER] = keyFor(new URL(request.url).pathname, JSON.stringify(request.body ?? null));
      return request;
    },
    receive: <Received extends Answer>(answer: Received): Received => {
      const found = WITHDRAWAL_STEP.exec(new URL(answer.url).pathname);
      if (found === null || !answer.ok || withdrawal === undefined) return answer;
      const step = found.groups?.['step'];
      if (step === undefined) withdrawal.isAccepted = true;
      // This key can withdraw nothing more.
      if (step === 'recover' && isCancelled(answer.body)) withdrawal = undefined;
      return answer;
    },
  };
}

/** Whether a step is one of another withdrawal: the code comes first, and without one the signed proof or the withdrawal itself. */
function beginsAnother(withdrawal: Withdrawal, step: string | undefined, body: string): boolean {
  if (step === 'otp') return true;
  if (step === 'authorize') return withdrawal.isAccepted || !withdrawal.hasCode;
  return step === undefined && withdrawal.isAccepted && withdrawal.submitted !== body;
}

function isCancelled(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'cancelled';
}

function examplesOf({ paths }: KeyDocument): ReadonlySet<unknown> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  return new Set(parameters.filter(({ name }) => name === HEADER).map(({ example }) => example));
}
