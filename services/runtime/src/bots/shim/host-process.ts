import { createInterface } from 'node:readline';
import type { IsolatedProcess } from '../../runners/runner.js';
import { type HostLine, parseHostLine } from '../host-lines.js';
import type { Bot, LiveBot } from '../placement.js';

/** The longest line is a frame of a bot, which the process cuts at a mebibyte. */
const LINE_BYTES_MAX = 2 * 1024 * 1024;
/** What is waiting to be read by a process that doesn't read; then it is ended. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;
/** What it says of itself, kept for the reason of its end. */
const ERROR_LINES_MAX = 40;
/** Far beyond what a numerical library reserves. */
const ADDRESS_SPACE_BYTES = 64 * 1024 ** 3;
/** Threads count as well as processes, and a numerical library has some. */
const TASKS_PER_PROCESS = 4;
const OPEN_FILES = 512;

/** The isolated process that holds bots: what it says, and what it can be told. */
export class HostProcess {
  readonly #process: IsolatedProcess;
  readonly #isUserSeparate: boolean;
  readonly #errors: string[] = [];

  /** `isUserSeparate`: whether each bot runs as a user of its own. */
  constructor(process: IsolatedProcess, isUserSeparate: boolean) {
    this.#process = process;
    this.#isUserSeparate = isUserSeparate;
    void this.#keepErrors();
  }

  /** Settles when nothing of it is left, with the reason. */
  async ended(): Promise<string> {
    const end = await this.#process.ended;
    const how = end.kind === 'limit_exceeded' ? end.limit : end.kind;
    return [how, ...this.#errors].join('\n');
  }

  /** Calls for each line, in their order; ends the process where it says what it never says. */
  async read(onLine: (line: HostLine) => void): Promise<void> {
    const { output } = this.#process;
    let bytes = 0;
    output.on('data', (piece: Buffer) => {
      // A line that never ends would be kept whole.
      bytes = piece.includes('\n') ? piece.length - piece.lastIndexOf('\n') : bytes + piece.length;
      if (bytes > LINE_BYTES_MAX) this.#process.kill();
    });
    try {
      for await (const line of createInterface({ input: output })) onLine(parseHostLine(line));
    } catch (error) {
      this.#note(String(error));
      this.#process.kill();
    }
  }

  /** Starts a process for a bot. */
  begin(bot: Bot): void {
    const { deploymentId, limits } = bot;
    this.#tell({
      kind: 'begin',
      bot: deploymentId,
      limits: {
        data_bytes: limits.memoryBytes,
        address_space_bytes: ADDRESS_SPACE_BYTES,
        file_bytes: limits.fileBytes,
        processes: limits.processes * TASKS_PER_PROCESS,
        cpu_seconds: limits.cpuSeconds,
        open_files: OPEN_FILES,
        user_id: this.#isUserSeparate ? bot.userId : null,
      },
      wanted: wantedOf(bot),
    });
  }

  /** Tells a bot something. */
  say(deploymentId: string, message: object): void {
    this.#tell({ kind: 'say', bot: deploymentId, message });
  }

  /** Ends a bot's processes at once. */
  endBot(deploymentId: string): void {
    this.#tell({ kind: 'kill', bot: deploymentId });
  }

  kill(): void {
    this.#process.kill();
  }

  #tell(order: object): void {
    const { input } = this.#process;
    if (input.writableLength > UNREAD_BYTES_MAX) this.#process.kill();
    else if (input.writable) input.write(`${JSON.stringify(order)}\n`);
  }

  async #keepErrors(): Promise<void> {
    for await (const line of createInterface({ input: this.#process.log })) this.#note(line);
  }

  #note(line: string): void {
    this.#errors.push(line);
    if (this.#errors.length > ERROR_LINES_MAX) this.#errors.shift();
  }
}

/** What a bot is told first. */
function wantedOf(bot: Bot): object {
  return {
    id: bot.deploymentId,
    code: bot.code,
    config_json: bot.configJson,
    strategy_class: bot.strategyClass ?? null,
    symbols: bot.symbols,
    fee_rate: bot.feeRate,
    entries_blocked: bot.entriesBlocked,
    // A harness from before there were live bots knows no such word.
    ...(bot.live && { live: liveOf(bot.live) }),
    instruments: bot.markets.map((market) => ({
      symbol: market.alias,
      kind: market.kind,
      size_decimals: market.sizeDecimals,
      tick_size: market.tickSize,
      max_leverage: market.maxLeverage,
      mark_price: market.markPrice,
    })),
  };
}

/** The socket is for the platform alone to know. */
function liveOf({ address, key, capitalUsd }: LiveBot): object {
  return { address, key, capital_usd: capitalUsd };
}
