import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { TLSSocket } from 'node:tls';
import { systemRandom } from '@platform/kit/clock';
import { ProcessRunner } from '../../process.js';
import type { IsolatedProcess } from '../../runner.js';
import { listen, type Order, orderSchema, say } from '../control.js';
import { type LinkName, type LinkPlace, takeLinks } from '../links.js';

/** How long who started the pod may take to open its links: it is told of the pod's address by a watch that may be lost meanwhile. */
const LINKS_MS_MAX = 120_000;
const TELL_INTERVAL_MS = 250;
/** How long they may stay open once the end was told. */
const CLOSED_MS_MAX = 10_000;

type Links = Readonly<Record<LinkName, TLSSocket>>;
type Start = Extract<Order, { kind: 'start' }>;

/**
 * Runs the program that is asked for over the links, which it takes at this address, and returns whether its end was told. The program is ended
 * where its control link closes, and by the signal.
 */
export async function hold(where: LinkPlace, signal: AbortSignal): Promise<boolean> {
  const taken = await takeLinks(where);
  const none = Promise.withResolvers<undefined>();
  const giveUp = () => none.resolve(undefined);
  const timer = setTimeout(giveUp, LINKS_MS_MAX);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    const links = await Promise.race([taken.all, none.promise]);
    return links === undefined ? false : await serve(links, signal);
  } finally {
    clearTimeout(timer);
    taken.close();
  }
}

async function serve(links: Links, signal: AbortSignal): Promise<boolean> {
  const orders = listen(links.control, orderSchema);
  const start = await first(orders, links.control, signal);
  if (start === undefined) return false;
  const program = begin(start);
  signal.addEventListener('abort', () => program.kill());
  if (signal.aborted) program.kill();
  void obey(orders, program, links.control);
  const tell = () =>
    say(links.control, { kind: 'used', processorMs: program.processorMs, memoryBytes: program.memoryBytes });
  const telling = setInterval(tell, TELL_INTERVAL_MS);
  // What breaks off is told by the end of the program, or by nobody who is left.
  const read = [
    pipeline(links.input, program.input),
    pipeline(program.output, links.output),
    pipeline(program.log, links.log),
  ];
  for (const each of read) each.catch(() => {});
  const end = await program.ended;
  clearInterval(telling);
  tell();
  await Promise.allSettled(read.slice(1));
  if (!links.control.writable) return false;
  say(links.control, { kind: 'ended', end });
  // Who was told closes it. A process that ended before would take back what it had said.
  await once(links.control, 'close', { signal: AbortSignal.timeout(CLOSED_MS_MAX) }).catch(() => {});
  return true;
}

/** Returns what is to be held; undefined where nobody says it. */
async function first(
  orders: AsyncGenerator<Order>,
  control: TLSSocket,
  signal: AbortSignal,
): Promise<Start | undefined> {
  const end = () => control.destroy();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    const { value } = await orders.next();
    return value?.kind === 'start' ? value : undefined;
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function begin({ program, limits, isolation }: Start): IsolatedProcess {
  return new ProcessRunner({ ...isolation, random: systemRandom }).start(program, limits);
}

/** Does what it is told; who says nothing any more is gone, and wants nothing any more. */
async function obey(orders: AsyncIterable<Order>, program: IsolatedProcess, control: TLSSocket): Promise<void> {
  try {
    for await (const order of orders) {
      if (order.kind === 'kill') program.kill();
      if (order.kind !== 'pause') continue;
      await program.setPaused(order.isPaused);
      say(control, { kind: 'paused', number: order.number });
    }
  } catch {
    // Cut off, or it says what the platform never says.
  } finally {
    program.kill();
  }
}
