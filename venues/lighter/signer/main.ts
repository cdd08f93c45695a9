// Why: docs/decisions/venues/lighter-signer.md
/**
 * The signer, in a process of its own: loads the official shared library, whose file is its one argument, and answers one question after
 * the other, a line each, until its input ends. It reads no environment and no file beside the library, and writes answers alone.
 */
import { readLines } from '@platform/kit/lines';
import { LibraryRefused, openLibrary, type SignerLibrary } from './library.js';
import { type Answer, LINE_BYTES_MAX, type Question, questionSchema, shownReason } from './messages.js';

// An error may quote what it is about, and that may be a key: the exit status is all that is said of one.
await serve().catch(() => process.exit(1));

async function serve(): Promise<void> {
  const [file = ''] = process.argv.slice(2);
  const library = openLibrary(file);
  say({ kind: 'ready' });
  const limits = { lineBytes: LINE_BYTES_MAX, totalBytes: Number.POSITIVE_INFINITY };
  for await (const line of readLines(process.stdin, limits))
    say(answerTo(questionSchema.parse(JSON.parse(line)), library));
}

function say(answer: Answer): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Any error other than a refusal by the library ends the process. */
function answerTo(question: Question, { sign, generate, token }: SignerLibrary): Answer {
  const { id } = question;
  try {
    if (question.kind === 'generate') return { kind: 'generated', id, ...generate() };
    if (question.kind === 'token') return { kind: 'token', id, token: token(question.privateKey, question) };
    const { kind: _kind, id: _id, privateKey, transaction, ...signatory } = question;
    return { kind: 'signed', id, ...sign(privateKey, signatory, transaction) };
  } catch (error) {
    if (!(error instanceof LibraryRefused)) throw error;
    return { kind: 'refused', id, reason: shownReason(error.message) };
  }
}
