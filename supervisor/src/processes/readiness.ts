import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { connect } from 'node:http2';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundleOf } from '@platform/bundler';
import type { GrpcTlsFiles } from '../grpc-tls.js';

const STEP_MS = 50;
const CALL_TIMEOUT_MS = 2_000;

/** Waits until a part can be used; rejects when aborted. Never gives up by itself. */
export type AwaitReady = (signal: AbortSignal) => Promise<void>;

/** `grpc.health.v1` asked for the name `ready`, which a service serves once its start-up work is done. */
const HEALTH_CHECK = {
  headers: {
    ':method': 'POST',
    ':path': '/grpc.health.v1.Health/Check',
    'content-type': 'application/grpc',
    te: 'trailers',
  },
  /** Five bytes of frame, then field 1: the name. */
  request: Buffer.from('\0\0\0\0\x07\x0a\x05ready', 'latin1'),
  /** Five bytes of frame, then field 1: SERVING. */
  serving: Buffer.from('\0\0\0\0\x02\x08\x01', 'latin1'),
};

/**
 * A gRPC service at `host:port` says that it is ready. One constant question with one constant answer: a gRPC library
 * for it would be half of what the supervisor keeps in memory.
 */
export function grpcReady(address: string, tls?: GrpcTlsFiles): AwaitReady {
  return (signal) => poll(() => isServing(address, tls), signal);
}

/** Something listens on a socket in the file system. */
export function socketReady(path: string): AwaitReady {
  return (signal) => poll(() => isListening(path), signal);
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const settle = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.on('connect', () => settle(true));
    socket.on('error', () => settle(false));
  });
}

function isServing(address: string, tls: GrpcTlsFiles | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const session = tls === undefined ? connect(`http://${address}`) : connect(`https://${address}`, identityOf(tls));
    const settle = (isReady: boolean) => {
      session.destroy();
      resolve(isReady);
    };
    session.setTimeout(CALL_TIMEOUT_MS, () => settle(false));
    session.on('error', () => settle(false));
    const stream = session.request(HEALTH_CHECK.headers);
    const answer: Buffer[] = [];
    stream.on('data', (piece: Buffer) => answer.push(piece));
    // The session's own handler settles what failed.
    stream.on('error', () => undefined);
    stream.on('close', () => settle(Buffer.concat(answer).equals(HEALTH_CHECK.serving)));
    stream.end(HEALTH_CHECK.request);
  });
}

/** The authority, certificate and key that the supervisor presents to a service, as another service would. */
function identityOf(tls: GrpcTlsFiles): { ca: Buffer; cert: Buffer; key: Buffer } {
  return {
    ca: readFileSync(tls.GRPC_TLS_CA_FILE),
    cert: readFileSync(tls.GRPC_TLS_CERT_FILE),
    key: readFileSync(tls.GRPC_TLS_KEY_FILE),
  };
}

/** An HTTP process: GET of the address answers with success. */
export function httpReady(url: string): AwaitReady {
  return (signal) => poll(() => answers(url, { method: 'GET' }), signal);
}

/** An embedded chain: it answers calls. */
export function rpcReady(url: string): AwaitReady {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
  return (signal) => poll(() => answers(url, options, body), signal);
}

function answers(url: string, options: RequestOptions, body?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = httpRequest(url, { ...options, agent: false, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    // Not listening yet: retried.
    request.on('error', () => resolve(false));
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.end(body);
  });
}

const run = promisify(execFile);

/**
 * The embedded mongod takes writes, and each database has its user. Made by a process of its own, so that the driver's memory goes with it.
 */
export function mongodReady(address: string, keyFile: string, databases: readonly string[]): AwaitReady {
  return (signal) =>
    poll(async () => {
      // It ends with an error when mongod did not become a primary in time: retried.
      const asked = run(process.execPath, [bundleOf('mongod-primary'), address, keyFile, ...databases], {
        signal,
        env: {},
      });
      return asked.then(
        () => true,
        () => false,
      );
    }, signal);
}

async function poll(check: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!(await check())) await sleep(STEP_MS, undefined, { signal });
}
