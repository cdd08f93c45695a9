/** Certificates for tests: an authority, and the certificate that it signs for this machine. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { systemClock } from '@platform/kit/clock';
import { type GrpcTls, readGrpcTls } from './tls/tls.js';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOUR_MS = 3_600_000;
const RELOAD_INTERVAL_MS = 100;

/** The files for `GRPC_TLS_*`. */
export interface TestCertificates {
  readonly settings: {
    readonly GRPC_TLS_CA_FILE: string;
    readonly GRPC_TLS_CERT_FILE: string;
    readonly GRPC_TLS_KEY_FILE: string;
  };
  /** Their content; changes are noticed within a tenth of a second. */
  readonly tls: GrpcTls;
  /** Replaces them with those of another authority. */
  replace(): Promise<void>;
  /** Removes the files. */
  remove(): Promise<void>;
}

/** Makes a new authority, and a certificate that it signs for localhost, valid for an hour. */
export async function createTestCertificates(): Promise<TestCertificates> {
  const directory = await mkdtemp(join(tmpdir(), 'certificates-'));
  const file = (name: string) => join(directory, name);
  const settings = {
    GRPC_TLS_CA_FILE: file('ca.pem'),
    GRPC_TLS_CERT_FILE: file('certificate.pem'),
    GRPC_TLS_KEY_FILE: file('key.pem'),
  };
  const replace = async () => {
    const { authority, certificate, key } = await issue();
    await writeFile(settings.GRPC_TLS_CA_FILE, authority);
    await writeFile(settings.GRPC_TLS_CERT_FILE, certificate);
    await writeFile(settings.GRPC_TLS_KEY_FILE, key, { mode: 0o600 });
  };
  await replace();
  const tls = readGrpcTls(settings, RELOAD_INTERVAL_MS);
  if (tls === undefined) throw new Error('no certificates');
  return {
    settings,
    tls,
    replace,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

async function issue(): Promise<{ authority: string; certificate: string; key: string }> {
  const generate = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [authorityKeys, keys] = await Promise.all([generate(), generate()]);
  const validity = {
    notBefore: new Date(systemClock.nowMs() - HOUR_MS),
    notAfter: new Date(systemClock.nowMs() + HOUR_MS),
    signingAlgorithm: ALGORITHM,
  };
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=Test authority',
    keys: authorityKeys,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const certificate = await X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=localhost',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    authority: authority.toString('pem'),
    certificate: certificate.toString('pem'),
    key: PemConverter.encode(key, PemConverter.PrivateKeyTag),
  };
}
