/** A command can't do what it was asked to, and why; nothing was changed. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
