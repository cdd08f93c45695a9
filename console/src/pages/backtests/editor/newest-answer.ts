/** What a `NewestAnswer` asks, and whom it tells. */
interface Parts<Subject, Answer> {
  /** How long a subject stands before it is asked about. */
  readonly pauseMs: number;
  readonly ask: (subject: Subject) => Promise<Answer>;
  readonly tell: (answer: Answer) => void;
}

/**
 * Asks about something that changes as it is typed: after a pause, and one question at a time. It tells only what is about the newest
 * subject.
 */
export class NewestAnswer<Subject, Answer> {
  private newest: { readonly subject: Subject } | undefined;
  private pause: ReturnType<typeof setTimeout> | undefined;
  /** Whether the newest subject has stood for the pause, and nothing was asked about it. */
  private isDue = false;
  private isAsking = false;

  constructor(private readonly parts: Parts<Subject, Answer>) {}

  /** Takes the place of the subject so far. */
  show(subject: Subject): void {
    this.newest = { subject };
    this.isDue = false;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      this.isDue = true;
      void this.askNext();
    }, this.parts.pauseMs);
  }

  /** Asks and tells nothing more. */
  close(): void {
    clearTimeout(this.pause);
    this.newest = undefined;
  }

  private async askNext(): Promise<void> {
    const asked = this.newest;
    if (asked === undefined || !this.isDue || this.isAsking) return;
    this.isDue = false;
    this.isAsking = true;
    const answer = await this.parts.ask(asked.subject);
    this.isAsking = false;
    if (this.newest === asked) this.parts.tell(answer);
    await this.askNext();
  }
}
