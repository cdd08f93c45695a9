const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
const ESCAPED_PAIR = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g;

/** A body whose bytes are no text; the message completes “the body …”. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  /** What a web framework answers with. */
  readonly statusCode = 400;
}

/**
 * The text of a JSON body, without the byte order mark that may stand before it (RFC 8259, section 8.1). Throws
 * `UnreadableBody` where any of it could only be guessed: for bytes that are not UTF-8, and for half a surrogate pair, which
 * JSON can spell and UTF-8 can't carry on.
 */
export function jsonTextOf(body: Uint8Array): string {
  const text = decode(body);
  if (ESCAPED_SURROGATE.test(text)) {
    // An escaped backslash begins no escape; a blank in its place keeps its neighbours apart.
    const withoutPairs = text.replaceAll('\\\\', ' ').replaceAll(ESCAPED_PAIR, ' ');
    if (ESCAPED_SURROGATE.test(withoutPairs)) throw new UnreadableBody('holds half of a surrogate pair');
  }
  return text;
}

function decode(body: Uint8Array): string {
  try {
    return UTF_8.decode(body);
  } catch (error) {
    throw new UnreadableBody('is not valid UTF-8', { cause: error });
  }
}
