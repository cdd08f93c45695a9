import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { systemClock } from '@platform/kit/clock';
import { isHex, recoverMessageAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { LighterTrading } from '../client/index.js';
import type { LighterSigner } from '../signer/index.js';
import { CHAIN_IDS, isSignedBy, ownerMessage, readTransaction, transactionHash } from '../transactions/index.js';

export const OWNER = privateKeyToAccount(`0x${'11'.repeat(32)}`);
export const ACCOUNT = 12;
export const INTENT = '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69';

type Answer = object | undefined | ((query: URLSearchParams) => object | undefined);

/** A venue with one account, which takes what is signed rightly, and carries it out when it is told to. */
export class TestVenue {
  /** Answers by endpoint, in place of the venue's own; undefined: HTTP 503. */
  readonly answers = new Map<string, Answer>();
  readonly asked: string[] = [];
  /** The newest form of each endpoint that takes one. */
  readonly posted = new Map<string, URLSearchParams>();
  hasAccount = true;
  publicKey: string | undefined;
  nonce = 0;
  /** The statuses of transactions, by hash: 0 failed, 1 pending, 2 executed. */
  readonly transactions = new Map<string, { status: number; nonce: number }>();
  /** The venue's clock. */
  nowMs = systemClock.nowMs();

  answer(path: string, query: URLSearchParams): Answer {
    if (this.answers.has(path)) {
      const given = this.answers.get(path);
      return typeof given === 'function' ? given(query) : given;
    }
    switch (path) {
      case '/':
        return { timestamp: Math.floor(this.nowMs / 1_000) };
      case '/api/v1/createIntentAddress':
        return { code: 200, intent_address: INTENT };
      case '/api/v1/accountsByL1Address':
        return this.hasAccount ? { code: 200, l1_address: OWNER.address, sub_accounts: [MASTER] } : { code: 21_100 };
      case '/api/v1/apikeys':
        return this.publicKey === undefined
          ? { code: 21_109 }
          : { code: 200, api_keys: [{ api_key_index: 4, public_key: this.publicKey.slice(2) }] };
      case '/api/v1/nextNonce':
        return { code: 200, nonce: this.nonce };
      case '/api/v1/tx':
        return this.#shown(query.get('value') ?? '');
      default:
        return { code: 20_001 };
    }
  }

  /** Takes a key's registration, as the venue does: by the signatures of the key itself and of the owner. */
  async take(form: URLSearchParams): Promise<object> {
    const read = readTransaction(Number(form.get('tx_type')), JSON.parse(form.get('tx_info') ?? ''));
    if (!read.isRead) return { code: 20_001 };
    const { transaction, ownerSignature } = read.signed;
    if (transaction.kind !== 'changePubKey' || !isHex(transaction.publicKey)) return { code: 20_001 };
    const message = ownerMessage(transaction, CHAIN_IDS.mainnet);
    const owner = ownerSignature && (await recoverMessageAddress({ message, signature: ownerSignature }));
    const isSigned = isSignedBy(read.signed, transaction.publicKey, CHAIN_IDS.mainnet);
    if (owner !== OWNER.address || !isSigned) return { code: 21_120 };
    if (transaction.nonce !== BigInt(this.nonce)) return { code: 21_104 };
    this.publicKey = transaction.publicKey;
    this.nonce += 1;
    return { code: 200, tx_hash: transactionHash(transaction, CHAIN_IDS.mainnet) };
  }

  #shown(hash: string): object {
    const found = this.transactions.get(hash);
    if (found === undefined) return { code: 21_500 };
    return {
      ...{ code: 200, hash, type: 14, event_info: '{}', account_index: ACCOUNT, api_key_index: 4 },
      ...{ ...found, expire_at: 0, executed_at: 0 },
    };
  }
}

/** A signer that makes keys and tokens as another one does, and fails to sign any transaction. */
export function failingToSign(
  signer: LighterSigner,
  error: Error,
): Pick<LighterSigner, 'generateKey' | 'sign' | 'token'> {
  return {
    generateKey: () => signer.generateKey(),
    sign: () => Promise.reject(error),
    token: (request) => signer.token(request),
  };
}

const MASTER = { account_type: 0, index: ACCOUNT };

/** Serves a venue, with a client of it. */
export async function serveVenue(venue: TestVenue) {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const body = new URLSearchParams(await text(request));
    venue.asked.push(url.pathname);
    if (request.method === 'POST') venue.posted.set(url.pathname, body);
    const answer =
      url.pathname === '/api/v1/sendTx' ? await venue.take(body) : venue.answer(url.pathname, url.searchParams);
    const isRefused = answer !== undefined && 'code' in answer && answer.code !== 200;
    response.writeHead(answer === undefined ? 503 : isRefused ? 400 : 200).end(JSON.stringify(answer ?? {}));
  };
  // A failure leaves the request unanswered, and the test fails by that.
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const allowances = { requestsPerMinute: 1_000_000, transactionsPerMinute: 1_000_000 };
  const client = new LighterTrading({ url, ...allowances, clock: systemClock });
  const close = async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  };
  return { client, url, close };
}
