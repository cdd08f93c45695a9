import { ConfigurationError } from '@platform/kit/config';
import { z } from 'zod';

/** How TLS between the processes is configured. */
export const grpcTlsSettings = {
  GRPC_TLS_CA_FILE: z
    .string()
    .optional()
    .describe("certificate (PEM) of the authority that signed every process's certificate; unset: gRPC without TLS"),
  GRPC_TLS_CERT_FILE: z
    .string()
    .optional()
    .describe(
      "a process's own certificate (PEM), valid for its host, used as server and as client; npm start gives all processes the same one",
    ),
  GRPC_TLS_KEY_FILE: z.string().optional().describe('the private key (PEM) of that certificate'),
};

/** Where the parts of mutual TLS are. */
export interface GrpcTlsFiles {
  readonly GRPC_TLS_CA_FILE: string;
  readonly GRPC_TLS_CERT_FILE: string;
  readonly GRPC_TLS_KEY_FILE: string;
}

/** The files of mutual TLS; `undefined`: without. Throws `ConfigurationError` where only some are named. */
export function readGrpcTls(read: Partial<Record<keyof GrpcTlsFiles, string | undefined>>): GrpcTlsFiles | undefined {
  const { GRPC_TLS_CA_FILE: ca, GRPC_TLS_CERT_FILE: certificate, GRPC_TLS_KEY_FILE: key } = read;
  if (ca === undefined && certificate === undefined && key === undefined) return undefined;
  if (ca === undefined || certificate === undefined || key === undefined)
    throw new ConfigurationError('GRPC_TLS_CA_FILE: TLS needs it, GRPC_TLS_CERT_FILE and GRPC_TLS_KEY_FILE together');
  return { GRPC_TLS_CA_FILE: ca, GRPC_TLS_CERT_FILE: certificate, GRPC_TLS_KEY_FILE: key };
}
