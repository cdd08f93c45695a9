// Why: docs/decisions/runtime/nodes.md
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { PlatformError } from '@platform/errors';
import { startPeriodic } from '@platform/flows';
import type { Clock, IdSource } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import { type Model, mongo, Schema } from 'mongoose';
import type { BotPlace, BotRunner } from '../bots/bot-runner.js';
import type { BotLogLine } from '../bots/log-file.js';
import type { Nodes } from './nodes.js';

/** How often a node looks for questions: where there are others, and where there are none. */
const ANSWER_INTERVAL_MS = 250;
const ALONE_INTERVAL_MS = 5_000;
const QUESTIONS_AT_ONCE = 8;
const ANSWER_MS_MAX = 5_000;
const LOOK_MS = 50;
/** Below what one document may hold. */
const ANSWER_BYTES_MAX = 15 * 1024 * 1024;
/** What is left by one who asked and was killed. */
const KEPT_SECONDS = 60;

/** Which lines of a log are wanted. */
interface LogPart {
  readonly sinceNs: bigint;
  readonly limit: number;
}

/** A question of one node to another. */
interface LogQuestion {
  readonly _id: string;
  /** The node that is asked. */
  readonly node: string;
  readonly place: BotPlace;
  /** Of `LogPart`, in decimal. */
  readonly since: string;
  readonly limit: number;
  readonly askedAt: Date;
  /** The lines, compressed; absent until they are there. */
  readonly lines?: mongo.Binary;
  /** Why there are none. */
  readonly refusal?: 'too_large' | 'failed';
}

const schema = new Schema<LogQuestion>(
  {
    _id: { type: String, required: true },
    node: { type: String, required: true },
    place: { type: Schema.Types.Mixed, required: true },
    since: { type: String, required: true },
    limit: { type: Number, required: true },
    askedAt: { type: Date, required: true, index: { expires: KEPT_SECONDS } },
    lines: Buffer,
    refusal: String,
  },
  { collection: 'log_questions', versionKey: false },
).index({ node: 1 });

interface BotLogsParts {
  readonly connection: Connection;
  readonly nodes: Pick<Nodes, 'name' | 'others' | 'isAlive'>;
  /** The runners that this instance can ask, by their nodes: its own, and that of a cluster. */
  readonly runners: ReadonlyMap<string, Pick<BotRunner, 'logs'>>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
}

/** The logs of bots, which lie on the machines that have them: another node asks for them over the database, and gets them there. */
export class BotLogs {
  readonly #questions: Model<LogQuestion>;

  constructor(private readonly parts: BotLogsParts) {
    this.#questions = parts.connection.model<LogQuestion>('LogQuestion', schema);
  }

  /** Makes the indexes. */
  async initialize(): Promise<void> {
    await this.#questions.createIndexes();
  }

  /** Answers other nodes until closed. */
  start(): Closeable {
    const { nodes, clock, logger } = this.parts;
    const intervalMs = () => (nodes.others === 0 ? ALONE_INTERVAL_MS : ANSWER_INTERVAL_MS);
    return startPeriodic({ name: 'questions for logs', intervalMs, run: () => this.answer() }, clock, logger);
  }

  /**
   * Returns the newest lines that a bot of a node logged from an instant on, ascending. Throws `service_unavailable` where that is away or does not
   * answer, and `response_too_large`.
   */
  async read(node: string, place: BotPlace, part: LogPart): Promise<readonly BotLogLine[]> {
    const { nodes, runners, ids, clock } = this.parts;
    const runner = runners.get(node);
    if (runner !== undefined) return runner.logs(place, part);
    if (!(await nodes.isAlive(node))) throw unavailable('is away');
    const _id = ids.next('lq');
    const { sinceNs, limit } = part;
    await this.#questions.create({ _id, node, place, since: String(sinceNs), limit, askedAt: clock.now() });
    try {
      return await this.#answerTo(_id);
    } finally {
      await this.#questions.deleteOne({ _id });
    }
  }

  /** Answers what this node is asked now. */
  async answer(): Promise<void> {
    const { nodes } = this.parts;
    const open = { node: nodes.name, lines: { $exists: false }, refusal: { $exists: false } };
    const asked = await this.#questions.find(open).limit(QUESTIONS_AT_ONCE).lean<LogQuestion[]>();
    await Promise.all(
      asked.map(async (question) => {
        await this.#questions.updateOne({ _id: question._id }, { $set: await this.#answerOf(question) });
      }),
    );
  }

  async #answerOf({ place, since, limit }: LogQuestion): Promise<Partial<Pick<LogQuestion, 'lines' | 'refusal'>>> {
    const { nodes, runners, logger } = this.parts;
    try {
      const lines = (await runners.get(nodes.name)?.logs(place, { sinceNs: BigInt(since), limit })) ?? [];
      const packed = await pack(lines);
      return packed.length > ANSWER_BYTES_MAX ? { refusal: 'too_large' } : { lines: new mongo.Binary(packed) };
    } catch (error) {
      logger.warn({ err: error, deployment: place.deploymentId }, 'a log could not be read for another node');
      return { refusal: 'failed' };
    }
  }

  async #answerTo(id: string): Promise<readonly BotLogLine[]> {
    const { clock } = this.parts;
    for (let waitedMs = 0; waitedMs < ANSWER_MS_MAX; waitedMs += LOOK_MS) {
      const { lines, refusal } = (await this.#questions.findById(id).lean<LogQuestion>()) ?? {};
      if (refusal === 'too_large') throw new PlatformError('response_too_large');
      if (refusal === 'failed') throw unavailable('could not read it');
      if (lines !== undefined) return unpack(lines.buffer);
      await clock.sleep(LOOK_MS);
    }
    throw unavailable('does not answer');
  }
}

function unavailable(why: string): PlatformError {
  return new PlatformError('service_unavailable', { message: `The machine that has the log ${why}.` });
}

async function pack(lines: readonly BotLogLine[]): Promise<Uint8Array> {
  return promisify(gzip)(JSON.stringify(lines.map(({ stampNs, message }) => [String(stampNs), message])));
}

async function unpack(packed: Uint8Array): Promise<readonly BotLogLine[]> {
  // Written by `pack` of another node.
  const lines: [string, string][] = JSON.parse((await promisify(gunzip)(packed)).toString());
  return lines.map(([stamp, message]) => ({ stampNs: BigInt(stamp), message }));
}
