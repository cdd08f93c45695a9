import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { experimental } from '@grpc/grpc-js';
import { ConfigurationError } from '@platform/kit/config';

type Provider = experimental.CertificateProvider;
type CaListener = Parameters<Provider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<Provider['addIdentityCertificateListener']>[0];

/** The paths of the parts, each a PEM file. */
export interface CertificateFiles {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** Their content. */
type Parts = Readonly<Record<keyof CertificateFiles, Buffer>>;

/**
 * Certificates whose files are followed like keys: a new connection uses their current content. Files that can't be read for the moment, or
 * don't match because only some of them were replaced yet, change nothing. (The library's own watcher would drop every connection for that
 * moment.)
 */
export class Certificates implements Provider {
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  #timer: NodeJS.Timeout | undefined;
  #refused: Parts | undefined;

  private constructor(
    private readonly files: CertificateFiles,
    private readonly reloadIntervalMs: number,
    private parts: Parts,
  ) {}

  /** Reads them for the first time. Throws `ConfigurationError` where they can't be used. */
  static open(files: CertificateFiles, reloadIntervalMs: number): Certificates {
    const read = (part: keyof CertificateFiles, name: string): Buffer => {
      try {
        return readFileSync(files[part]);
      } catch {
        throw new ConfigurationError(`${name}: must name a readable file, since gRPC uses TLS`);
      }
    };
    const ca = read('ca', 'GRPC_TLS_CA_FILE');
    const certificate = read('certificate', 'GRPC_TLS_CERT_FILE');
    const parts = { ca, certificate, key: read('key', 'GRPC_TLS_KEY_FILE') };
    if (!fitTogether(parts)) throw new ConfigurationError('GRPC_TLS_KEY_FILE: is not the key of GRPC_TLS_CERT_FILE');
    return new Certificates(files, reloadIntervalMs, parts);
  }

  /** Their current content, in the terms of Node's TLS. */
  get pem(): { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer } {
    const { ca, certificate: cert, key } = this.parts;
    return { ca, cert, key };
  }

  /** Reports the authority, at once and whenever it changes. */
  addCaCertificateListener(listener: CaListener): void {
    this.#caListeners.add(listener);
    this.#follow();
    process.nextTick(() => this.#caListeners.has(listener) && listener(this.#authority()));
  }

  /** Stops the reports. */
  removeCaCertificateListener(listener: CaListener): void {
    this.#caListeners.delete(listener);
    this.#rest();
  }

  /** Reports the process's own certificate, at once and whenever it changes. */
  addIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.add(listener);
    this.#follow();
    process.nextTick(() => this.#identityListeners.has(listener) && listener(this.#identity()));
  }

  /** Stops the reports. */
  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.delete(listener);
    this.#rest();
  }

  #authority() {
    return { caCertificate: this.parts.ca };
  }

  #identity() {
    return { certificate: this.parts.certificate, privateKey: this.parts.key };
  }

  #follow(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#reload(), this.reloadIntervalMs).unref();
    // They may have changed while there was no listener.
    void this.#reload();
  }

  #rest(): void {
    if (this.#caListeners.size > 0 || this.#identityListeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #reload(): Promise<void> {
    const read = await this.#read();
    if (read === undefined || areSame(read, this.parts)) return;
    if (!fitTogether(read)) return this.#warn(read);
    this.parts = read;
    for (const listener of this.#caListeners) listener(this.#authority());
    for (const listener of this.#identityListeners) listener(this.#identity());
  }

  async #read(): Promise<Parts | undefined> {
    const { ca, certificate, key } = this.files;
    try {
      return { ca: await readFile(ca), certificate: await readFile(certificate), key: await readFile(key) };
    } catch {
      return undefined;
    }
  }

  /** Called once for the same files, and not for files that are being replaced one after the other. */
  #warn(read: Parts): void {
    if (this.#refused !== undefined && areSame(read, this.#refused))
      process.emitWarning('GRPC_TLS_*: the files do not fit together, so the former certificates stay in use');
    this.#refused = read;
  }
}

function areSame(left: Parts, right: Parts): boolean {
  return left.ca.equals(right.ca) && left.certificate.equals(right.certificate) && left.key.equals(right.key);
}

function fitTogether({ ca, certificate, key }: Parts): boolean {
  try {
    createSecureContext({ ca, cert: certificate, key });
    return true;
  } catch {
    return false;
  }
}
