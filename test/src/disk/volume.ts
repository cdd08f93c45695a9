import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BLOCK = Buffer.alloc(1024 * 1024);

/** A separate volume, which can be filled to the last byte. Mounting it needs root. */
export class Volume implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  static async mount(mebibytes: number): Promise<Volume> {
    const folder = await mkdtemp(join(tmpdir(), 'volume-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
    return new Volume(folder);
  }

  /** Fills the volume but for so much. */
  async fill(leftMebibytes = 0): Promise<void> {
    const file = await open(this.#filler, 'a');
    try {
      if (leftMebibytes > 0) while ((await this.#freeBytes()) > leftMebibytes * BLOCK.length) await file.write(BLOCK);
      else for (const block of [BLOCK, BLOCK.subarray(0, 4096)]) while (await hasWritten(file, block));
    } finally {
      await file.close();
    }
  }

  /** Frees the space. */
  async empty(): Promise<void> {
    await rm(this.#filler, { force: true });
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await run('umount', ['--lazy', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }

  get #filler(): string {
    return join(this.folder, 'filler');
  }
}

async function hasWritten(file: Awaited<ReturnType<typeof open>>, block: Buffer): Promise<boolean> {
  try {
    return (await file.write(block)).bytesWritten === block.length;
  } catch (error) {
    if (Object(error).code === 'ENOSPC') return false;
    throw error;
  }
}
