import { sendCommand } from '../../runners/kubernetes/commands.js';
import type { LinkPlace } from '../../runners/kubernetes/links.js';
import type { BotPlace } from '../bot-runner.js';
import type { ClosedTrade } from '../frames.js';
import type { BotLogLine } from '../log-file.js';
import type { Observation } from '../observation.js';
import type { Workload, WorkloadBot } from '../placement.js';
import { answers, type Command, type CommandName, links } from './control.js';

/** Longer than a process of bots takes to start, or a bot to be ended. */
const ACT_MS_MAX = 30_000;
const READ_MS_MAX = 5_000;

/** The bots of a pod. Everything rejects where it does not answer in time, or refuses. */
export class RemoteBots {
  constructor(private readonly at: LinkPlace) {}

  async place(workload: Workload, bot: WorkloadBot): Promise<void> {
    await this.#ask('place', { workload, bot }, ACT_MS_MAX);
  }

  async observe(): Promise<readonly Observation[]> {
    return answers.observe.parse(await this.#ask('observe', {}, READ_MS_MAX));
  }

  async stop(place: BotPlace): Promise<void> {
    await this.#ask('stop', place, READ_MS_MAX);
  }

  /** Returns of how many bots the pod still keeps anything. */
  async remove(place: BotPlace): Promise<number> {
    return answers.remove.parse(await this.#ask('remove', place, ACT_MS_MAX)).kept;
  }

  async logs(place: BotPlace, from: { readonly sinceNs: bigint; readonly limit: number }): Promise<BotLogLine[]> {
    const asked = { place, sinceNs: String(from.sinceNs), limit: from.limit };
    const lines = answers.logs.parse(await this.#ask('logs', asked, ACT_MS_MAX));
    return lines.map(([stamp, message]) => ({ stampNs: BigInt(stamp), message }));
  }

  async closedTrades(place: BotPlace, from: number): Promise<readonly ClosedTrade[]> {
    return answers.closedTrades.parse(await this.#ask('closedTrades', { place, from }, READ_MS_MAX));
  }

  #ask<Name extends CommandName>(name: Name, body: Command<Name>, timeoutMs: number): Promise<unknown> {
    return sendCommand(this.at, links.control, { name, body, timeoutMs });
  }
}
