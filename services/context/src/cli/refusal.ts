/** A command can't be done; the message says why. Nothing was changed. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
