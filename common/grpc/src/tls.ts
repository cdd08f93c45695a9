import { readFileSync } from 'node:fs';
import { type ChannelCredentials, credentials, ServerCredentials } from '@grpc/grpc-js';
import { ConfigurationError } from '@platform/config';
import { z } from 'zod';

/** Mutual TLS between processes: what a process shows of itself, and whose certificates it accepts. PEM. */
export interface GrpcTls {
  readonly ca: Buffer;
  readonly certificate: Buffer;
  readonly key: Buffer;
}

const pemFile = z.string().optional();

/** The settings of every process that speaks gRPC: none of them, or all. */
export const grpcTlsSettings = {
  GRPC_TLS_CA_FILE: pemFile.describe(
    "certificate (PEM) of the authority that signed every process's certificate; unset: gRPC without TLS",
  ),
  GRPC_TLS_CERT_FILE: pemFile.describe("this process's own certificate (PEM), valid for its host, for both ends"),
  GRPC_TLS_KEY_FILE: pemFile.describe('the private key (PEM) of that certificate'),
};

type TlsFiles = Readonly<Partial<Record<keyof typeof grpcTlsSettings, string | undefined>>>;

/** Reads the files that the settings name; undefined where none is named. Throws `ConfigurationError` for a part of them. */
export function readGrpcTls(files: TlsFiles): GrpcTls | undefined {
  const names = ['GRPC_TLS_CA_FILE', 'GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE'] as const;
  const missing = names.filter((name) => files[name] === undefined);
  if (missing.length === names.length) return undefined;
  const read = (name: (typeof names)[number]): Buffer => {
    try {
      return readFileSync(files[name] ?? '');
    } catch {
      throw new ConfigurationError(`${name}: must name a readable file, since gRPC uses TLS`);
    }
  };
  return { ca: read('GRPC_TLS_CA_FILE'), certificate: read('GRPC_TLS_CERT_FILE'), key: read('GRPC_TLS_KEY_FILE') };
}

/** How a client shows itself and checks the server; nothing of either without TLS. */
export function clientCredentials(tls: GrpcTls | undefined): ChannelCredentials {
  return tls === undefined ? credentials.createInsecure() : credentials.createSsl(tls.ca, tls.key, tls.certificate);
}

/** How a server shows itself; with TLS it refuses every peer whose certificate the CA didn't sign. */
export function serverCredentials(tls: GrpcTls | undefined): ServerCredentials {
  return tls === undefined
    ? ServerCredentials.createInsecure()
    : ServerCredentials.createSsl(tls.ca, [{ private_key: tls.key, cert_chain: tls.certificate }], true);
}
