import type { TLSSocket } from 'node:tls';
import { type LinkPlace, openLink } from '../../runners/kubernetes/links.js';
import { type Answerers, type Asker, passOn } from './asked.js';
import { links } from './control.js';

interface Kept {
  readonly host: string;
  /** Absent while it is being opened. */
  link?: TLSSocket;
  isEnded: boolean;
}

/** The links over which the pods of bots ask: one to each pod that was spoken to. */
export class QuestionLinks {
  readonly #kept = new Map<string, Kept>();
  #isClosed = false;

  constructor(private readonly answerers: Answerers) {}

  /** Has the pod of a process have a link, over which the given account's bots ask; one that has ended is opened again. */
  keep(workloadId: string, at: LinkPlace, asker: Asker): void {
    const known = this.#kept.get(workloadId);
    if (this.#isClosed || (known !== undefined && !known.isEnded && known.host === at.host)) return;
    this.end(workloadId);
    const kept: Kept = { host: at.host, isEnded: false };
    this.#kept.set(workloadId, kept);
    void this.#hold(kept, at, asker).finally(() => {
      kept.isEnded = true;
    });
  }

  /** Ends the link to the pod of a process. */
  end(workloadId: string): void {
    const kept = this.#kept.get(workloadId);
    this.#kept.delete(workloadId);
    if (kept === undefined) return;
    kept.isEnded = true;
    kept.link?.destroy();
  }

  close(): void {
    this.#isClosed = true;
    for (const workloadId of [...this.#kept.keys()]) this.end(workloadId);
  }

  /** Settles once it has ended, for any reason: the next word to the pod opens it again. */
  async #hold(kept: Kept, at: LinkPlace, asker: Asker): Promise<void> {
    const link = await openLink(links.questions, at).catch(() => undefined);
    if (link === undefined) return;
    kept.link = link;
    if (kept.isEnded) link.destroy();
    else await passOn(link, asker, this.answerers);
  }
}
