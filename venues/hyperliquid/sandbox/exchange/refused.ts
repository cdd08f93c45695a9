/** An action that the venue understood and refuses: its answer is `{"status":"err","response":message}`. */
export class ActionRefused extends Error {
  override readonly name = 'ActionRefused';
}
