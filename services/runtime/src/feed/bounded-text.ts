/** Reads a stream to its end. Rejects with what `tooLong` makes once it has more bytes than it may. */
export async function boundedText(
  stream: AsyncIterable<Buffer>,
  bytesMax: number,
  tooLong: () => Error,
): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > bytesMax) throw tooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
