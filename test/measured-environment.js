import { appendFileSync, readFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';

/** Where the times of each file are written, one line of JSON per file; unset: nowhere. */
const FILE = process.env['TEST_TIMES_FILE'];
const MS_A_TICK = 10;

/** Processor time of this worker and of every process that it has started and seen end, in milliseconds. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  // The name of the program, in brackets, may hold spaces: see proc(5).
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (user + system) / 1_000 + (Number(fields[13]) + Number(fields[14])) * MS_A_TICK;
}

/** The environment of each test file: Jest's own for Node, which also reports the cost of the file. */
export default class MeasuredEnvironment extends TestEnvironment {
  #path;
  #begun;

  constructor(config, context) {
    super(config, context);
    this.#path = context.testPath;
  }

  async setup() {
    await super.setup();
    if (FILE !== undefined) this.#begun = { wallMs: performance.now(), processorMs: processorMs() };
  }

  async teardown() {
    if (FILE !== undefined) {
      const wallMs = Math.round(performance.now() - this.#begun.wallMs);
      const spentMs = Math.round(processorMs() - this.#begun.processorMs);
      appendFileSync(FILE, `${JSON.stringify({ file: this.#path, wallMs, processorMs: spentMs })}\n`);
    }
    await super.teardown();
  }
}
