import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type ContextServiceDefinition, contextService } from '@platform/protos/context';
import { createGrpcClient, type GrpcClient } from '@platform/rpc/grpc';
import type { Caller, Platform } from '@platform/test/platform';
import { cpuMsOf } from '../read/cpu.js';
import { environmentOf, mintToken } from '../read/hops.js';
import { PAGE_ROWS, type Page, timed } from './pages.js';

const READY_POLL_MS = 50;
const KIB_A_MIB = 1_024;

/** The service of a running platform, called over gRPC as other services call it. */
export class ContextService {
  #client: GrpcClient<ContextServiceDefinition> | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly caller: Caller,
  ) {}

  /** Ends the process and waits until its successor answers, which knows no object yet. */
  async restart(probe: Page): Promise<void> {
    await this.close();
    await this.platform.kill('context');
    while ((await this.#read(await this.#token(), probe).catch(() => undefined)) === undefined) {
      await this.close();
      await wait(READY_POLL_MS);
    }
  }

  /** Returns the processor time that the process has used so far, in milliseconds. */
  async processorMs(): Promise<number> {
    const used = await cpuMsOf(new Map([['context', await this.#processId()]]));
    return used.get('context') ?? Number.NaN;
  }

  /** Returns the milliseconds of each page, one after the other. */
  async time(pages: readonly Page[]): Promise<number[]> {
    // Valid for a minute.
    let [token, mintedAtMs] = [await this.#token(), performance.now()];
    return timed(pages, async (page) => {
      if (performance.now() - mintedAtMs > 30_000) [token, mintedAtMs] = [await this.#token(), performance.now()];
      return this.#read(token, page);
    });
  }

  /** Returns the process's memory, in MiB: now, and at its peak. */
  async memory(): Promise<{ nowMib: number; peakMib: number }> {
    const text = await readFile(`/proc/${await this.#processId()}/status`, 'utf8');
    const mebibytes = (name: string) => {
      const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
      return Math.round(Number(kibibytes) / KIB_A_MIB);
    };
    return { nowMib: mebibytes('VmRSS'), peakMib: mebibytes('VmHWM') };
  }

  async close(): Promise<void> {
    this.#client?.close();
    this.#client = undefined;
  }

  async #read(token: string, { symbol, fromMs, toMs }: Page): Promise<number> {
    this.#client ??= createGrpcClient(contextService.definition, await this.#address());
    const request = {
      venue: 'hyperliquid',
      symbol,
      timeframe: '1m',
      fromMs,
      toMs,
      limit: PAGE_ROWS,
      newestFirst: false,
    };
    const { tMs } = await this.#client.listCandles(request, { token, requestId: 'bench' });
    return tMs.length;
  }

  async #address(): Promise<string> {
    return (await environmentOf(await this.#processId()))['GRPC_LISTEN'] ?? '';
  }

  async #processId(): Promise<number> {
    return (await this.platform.descriptor()).processes['context'] ?? 0;
  }

  #token(): Promise<string> {
    return mintToken(this.platform.dataDirectory, this.caller, 'context');
  }
}
