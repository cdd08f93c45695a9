import { repeatedPath } from '@platform/errors';
import { type TextFault, textFaultOf } from '@platform/kit/json';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
const ESCAPED_PAIR = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g;

/** A body that is not parsed; the message completes “the body …”, or the name of the field at `path`. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  /** The HTTP status that a web framework answers with. */
  readonly statusCode = 400;
  /** The field at fault, as `config.exchange.name`; empty for the whole body. */
  readonly path: string;
  /** Whether an object has a name twice: JSON leaves its meaning open. */
  readonly isNameTwice: boolean;

  constructor(message: string, { path = [], cause }: { path?: TextFault['path']; cause?: unknown } = {}) {
    super(message, { cause });
    this.path = repeatedPath(path);
    this.isNameTwice = path.length > 0;
  }
}

/**
 * Returns the text of a JSON body, without a leading byte order mark (RFC 8259, section 8.1). Throws `UnreadableBody` where the text is
 * ambiguous: for bytes that are not UTF-8, for half a surrogate pair, which JSON can write and UTF-8 can't encode, and for a name that an
 * object has twice; also where it holds too much to be parsed.
 */
export function jsonTextOf(body: Uint8Array): string {
  const text = decode(body);
  if (ESCAPED_SURROGATE.test(text)) {
    // An escaped backslash starts no other escape; a blank replaces it, so that its neighbours stay apart.
    const withoutPairs = text.replaceAll('\\\\', ' ').replaceAll(ESCAPED_PAIR, ' ');
    if (ESCAPED_SURROGATE.test(withoutPairs)) throw new UnreadableBody('holds half of a surrogate pair');
  }
  const fault = textFaultOf(text);
  if (fault !== undefined) throw new UnreadableBody(fault.message, fault);
  return text;
}

function decode(body: Uint8Array): string {
  try {
    return UTF_8.decode(body);
  } catch (cause) {
    throw new UnreadableBody('is not valid UTF-8', { cause });
  }
}
