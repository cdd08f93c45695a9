import { isDeepStrictEqual } from 'node:util';
import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import { ConfigurationError, flag, isLoopback } from '@platform/kit/config';
import { z } from 'zod';
import { type CertificateFiles, Certificates } from './certificates.js';

/** Mutual TLS between processes: the certificate of a process and the authority that it accepts, from the current content of its files. */
export type GrpcTls = Certificates;

/** How soon files whose certificates were replaced are noticed. */
const RELOAD_INTERVAL_MS = 5_000;
const pemFile = z.string().optional();

/** The settings of every process that speaks gRPC or asks subgraphs: none of them, or all. */
export const grpcTlsSettings = {
  GRPC_TLS_CA_FILE: pemFile.describe(
    "certificate (PEM) of the authority that signed every process's certificate; unset: gRPC and subgraphs without TLS",
  ),
  GRPC_TLS_CERT_FILE: pemFile.describe("this process's own certificate (PEM), valid for its host, for both ends"),
  GRPC_TLS_KEY_FILE: pemFile.describe('the private key (PEM) of that certificate'),
};

/** The setting of every process that serves gRPC and a subgraph, and of the gateway. */
export const grpcWithoutTlsSettings = {
  ALLOW_GRPC_WITHOUT_TLS: flag
    .default(false)
    .describe(
      'whether gRPC and subgraphs may be served and asked without TLS on addresses that other machines reach; else that refuses to start',
    ),
};

type TlsFiles = Readonly<Partial<Record<keyof typeof grpcTlsSettings, string | undefined>>>;

/**
 * Reads the files that the settings name, and again when they change; undefined where none is named. Throws `ConfigurationError` where only
 * some are named, and for files that can't be used.
 */
export function readGrpcTls(files: TlsFiles, reloadIntervalMs = RELOAD_INTERVAL_MS): GrpcTls | undefined {
  const { GRPC_TLS_CA_FILE, GRPC_TLS_CERT_FILE, GRPC_TLS_KEY_FILE } = files;
  const named = { GRPC_TLS_CA_FILE, GRPC_TLS_CERT_FILE, GRPC_TLS_KEY_FILE };
  if (isDeepStrictEqual(new Set(Object.values(named)), new Set([undefined]))) return undefined;
  return Certificates.open(wholeOf(named), reloadIntervalMs);
}

function wholeOf(named: TlsFiles): CertificateFiles {
  const of = (name: keyof TlsFiles): string => {
    const file = named[name];
    if (file === undefined) throw new ConfigurationError(`${name}: must name a readable file, since gRPC uses TLS`);
    return file;
  };
  return { ca: of('GRPC_TLS_CA_FILE'), certificate: of('GRPC_TLS_CERT_FILE'), key: of('GRPC_TLS_KEY_FILE') };
}

/**
 * Throws `ConfigurationError` for an address without TLS (`host:port`) that other machines reach, unless a setting allows it. `variable`: the
 * setting with the address.
 */
export function requireSafeAddress(
  variable: string,
  address: string,
  { tls, allowWithoutTls }: { readonly tls: GrpcTls | undefined; readonly allowWithoutTls: boolean },
): void {
  if (tls === undefined && !allowWithoutTls && !isLoopback(address.replace(/:\d+$/, '')))
    throw new ConfigurationError(
      `${variable}: ${address} is reached by other machines: set GRPC_TLS_CA_FILE, GRPC_TLS_CERT_FILE and GRPC_TLS_KEY_FILE, or ALLOW_GRPC_WITHOUT_TLS=true`,
    );
}

/** Returns the credentials by which a client identifies itself and checks the server; insecure ones without TLS. */
export function clientCredentials(tls: GrpcTls | undefined): ChannelCredentials {
  return tls === undefined
    ? credentials.createInsecure()
    : experimental.createCertificateProviderChannelCredentials(tls, tls);
}

/** Returns the credentials of a server; with TLS it refuses every peer whose certificate the CA didn't sign. */
export function serverCredentials(tls: GrpcTls | undefined): ServerCredentials {
  return tls === undefined
    ? ServerCredentials.createInsecure()
    : experimental.createCertificateProviderServerCredentials(tls, tls, true);
}
