import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { pageHeaders } from './page-headers.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** A file in the form in which it is sent to a browser. */
export interface StaticFile {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where the browser already has the file. */
  readonly body: Readable | undefined;
}

const COMPRESSED = '.gz';
/** A name that holds a digest of the content, as the bundler writes it: another content has another name. */
const BY_CONTENT = /-[A-Z0-9]{8}\./;
const KEPT = { true: 'public, max-age=31536000, immutable', false: 'no-cache' };

/** An error ends the stream, and its sender sees that. */
const ignore = () => {};

/** The compressed files of a folder for browsers: read from disk on each request, and never held in memory. */
export class StaticFiles {
  private constructor(
    private readonly directory: string,
    private readonly names: ReadonlySet<string>,
    private readonly pageHeaders: Readonly<Record<string, string>>,
  ) {}

  /** Lists the files that are there now: only these can be requested. `headers`: what each is sent with, as by `pageHeaders`. */
  static async open(directory: string, headers = pageHeaders()): Promise<StaticFiles> {
    const files = (await readdir(directory)).filter((file) => file.endsWith(COMPRESSED));
    return new StaticFiles(directory, new Set(files.map((file) => file.slice(0, -COMPRESSED.length))), headers);
  }

  /** Returns whether there is a file of a name. */
  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Returns the file of a name, `undefined` where there is none. */
  async find(name: string, asked: IncomingHttpHeaders): Promise<StaticFile | undefined> {
    if (!this.names.has(name)) return undefined;
    const path = join(this.directory, name + COMPRESSED);
    const { size, mtimeMs } = await stat(path);
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    const cacheControl = KEPT[`${BY_CONTENT.test(name)}`];
    const headers = { ...this.pageHeaders, 'cache-control': cacheControl, etag, vary: 'accept-encoding, origin' };
    if (asked['if-none-match'] === etag) return { status: 304, headers, body: undefined };
    const typed = { ...headers, 'content-type': MEDIA_TYPES[extname(name)] ?? 'application/octet-stream' };
    if (!/\bgzip\b/.test(String(asked['accept-encoding'])))
      return { status: 200, headers: typed, body: pipeline(createReadStream(path), createGunzip(), ignore) };
    const encoded = { ...typed, 'content-encoding': 'gzip', 'content-length': String(size) };
    return { status: 200, headers: encoded, body: createReadStream(path) };
  }
}
