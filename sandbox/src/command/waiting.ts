import { createProgress, type Progress, type ProgressStream } from '@platform/kit/provisioning';

/** Shows what a command waits for, and for how long. */
export class Waiting {
  #shown: { readonly title: string; readonly progress: Progress } | undefined;

  constructor(protected readonly screen: ProgressStream) {}

  /** Shows what the command waits for until something else is shown. */
  waitFor(title: string, detail?: string): void {
    if (this.#shown?.title !== title) {
      this.clear();
      this.#shown = { title, progress: createProgress(this.screen, title) };
    }
    if (detail !== undefined) this.#shown.progress.report(detail);
  }

  /** Writes lines that stay. */
  say(...lines: readonly string[]): void {
    if (lines.length > 0) this.clear();
    for (const line of lines) this.screen.write(`${line}\n`);
  }

  /** Removes what is shown, so that something else can be written. */
  clear(): void {
    this.#shown?.progress.finish();
    this.#shown = undefined;
  }
}
