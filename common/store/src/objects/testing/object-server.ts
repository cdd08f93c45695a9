import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '@platform/kit/config';
import { freePort } from '@platform/kit/ports';
import type { S3Access } from '../settings.js';
import { provideVersitygw } from './versitygw.js';

const START_MS_MAX = 30_000;
const STEP_MS = 50;
const BUCKET = 'objects';

/** A real server that speaks S3, with one empty bucket, in a folder of its own. */
export class ObjectServer implements AsyncDisposable {
  readonly #port: number;
  readonly #folder: string;
  readonly #program: string;
  readonly #keys = { access: 'tester', secret: randomBytes(20).toString('hex') };
  #process: ChildProcess | undefined;

  private constructor(program: string, folder: string, port: number) {
    this.#program = program;
    this.#folder = folder;
    this.#port = port;
  }

  /** Starts one; undefined where it can't be had here, which is said: `what` is skipped then. */
  static async start(what: string): Promise<ObjectServer | undefined> {
    const program = await provideVersitygw(() => undefined);
    if (typeof program !== 'string') {
      process.stderr.write(`skipped: ${what}, as no server that speaks S3 can be built: ${program.missing}\n`);
      return undefined;
    }
    const server = new ObjectServer(program, await mkdtemp(join(tmpdir(), 'object-server-')), await freePort());
    await mkdir(join(server.#folder, BUCKET));
    await server.resume();
    return server;
  }

  /** The address of its bucket. */
  get url(): string {
    return `s3://${BUCKET}`;
  }

  /** `host:port`. */
  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** The folder with the bucket's objects: changed there, they are damaged. */
  get folder(): string {
    return join(this.#folder, BUCKET);
  }

  /** How it is reached, also through something that stands before it. */
  access(address: string = this.address): S3Access {
    return {
      AWS_ENDPOINT_URL_S3: `http://${address}`,
      AWS_ACCESS_KEY_ID: this.#keys.access,
      AWS_SECRET_ACCESS_KEY: new Secret(this.#keys.secret),
    };
  }

  /** The same as variables of a process. */
  environment(address: string = this.address): Record<string, string> {
    const { access, secret } = this.#keys;
    return { AWS_ENDPOINT_URL_S3: `http://${address}`, AWS_ACCESS_KEY_ID: access, AWS_SECRET_ACCESS_KEY: secret };
  }

  /** Ends it, as a failure does; its objects stay. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Starts it again. */
  async resume(): Promise<void> {
    const { access, secret } = this.#keys;
    const child = spawn(
      this.#program,
      ['--port', this.address, '--keep-alive', '--health', '/health', 'posix', this.#folder],
      {
        env: { ROOT_ACCESS_KEY: access, ROOT_SECRET_KEY: secret, TMPDIR: tmpdir() },
        stdio: 'ignore',
      },
    );
    this.#process = child;
    process.once('exit', () => child.kill('SIGKILL'));
    const signal = AbortSignal.timeout(START_MS_MAX);
    while (!(await this.#isHealthy())) {
      if (child.exitCode !== null) throw new Error(`the object server ended with ${child.exitCode}`);
      await sleep(STEP_MS, undefined, { signal });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #isHealthy(): Promise<boolean> {
    return fetch(`http://${this.address}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
