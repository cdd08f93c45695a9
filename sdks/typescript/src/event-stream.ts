/** A message of a server-sent event stream. */
export interface Message {
  /** `message` where it names none. */
  readonly event: string;
  readonly data: string;
}

/** Reads the messages of an event stream (WHATWG HTML, 9.2.6) as they come. What is begun and not ended is no message. */
export async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void> {
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const at = line.indexOf(':');
    const field = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
}

/** Lines end with CR, LF, or both. A CR at the end of what has come may be half of an end. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    // Also where the reader leaves: the connection ends with it.
    await reader.cancel().catch(() => undefined);
  }
}
