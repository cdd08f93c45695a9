// Why: docs/decisions/wallet/statements.md
import type { Secret } from '@platform/kit/config';
import {
  type CreationListRequest,
  type CreationPosition,
  CursorCodec,
  creationListFields,
  creationOrder,
  creationPosition,
  type Page,
  parseListRequest,
  readNewestFirst,
} from '@platform/kit/cursors';
import type { Connection } from '@platform/store/mongo';
import type { Address, Hash } from 'viem';
import { z } from 'zod';
import { depositModel } from '../deposits/model.js';
import { type MovementRecord, movementModel } from '../ledger/model.js';
import { chainTransactionModel } from '../relayer/model.js';
import type { Wallets } from '../wallets/wallets.js';
import { withdrawalModel } from '../withdrawals/model.js';
import { type LineFacts, lineOf } from './lines.js';

const listSchema = z.object(creationListFields);

/** A line of an account's statement: one movement of its money. */
export interface StatementLine extends LineFacts {
  /** The movement's id. */
  readonly id: string;
  readonly operationId: string;
  /** The wallet whose money moved; undefined for one that the account has no more. */
  readonly walletAddress: Address | undefined;
  /** The transaction on the chain that moved it; undefined where there is none, or where somebody else sent it. */
  readonly txHash: Hash | undefined;
  readonly bookedAt: Date;
}

/** What other collections know of the movements of a page. */
interface Facts {
  readonly walletAddress: ReadonlyMap<string, Address>;
  /** By operation and step. */
  readonly txHash: ReadonlyMap<string, Hash>;
  /** Of withdrawals. */
  readonly destination: ReadonlyMap<string, Address>;
}

/** The statements of accounts: their movements, newest first, in the words of customers. */
export class Statements {
  readonly #movements: ReturnType<typeof movementModel>;
  readonly #deposits: ReturnType<typeof depositModel>;
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;
  readonly #transactions: ReturnType<typeof chainTransactionModel>;
  readonly #cursors: CursorCodec<CreationPosition>;

  constructor(
    connection: Connection,
    private readonly wallets: Wallets,
    cursorSecret: Secret<Buffer>,
  ) {
    this.#movements = movementModel(connection);
    this.#deposits = depositModel(connection);
    this.#withdrawals = withdrawalModel(connection);
    this.#transactions = chainTransactionModel(connection);
    this.#cursors = new CursorCodec(cursorSecret, creationPosition, 'bad_request');
  }

  /** Returns a page, newest first. Throws `bad_request`, also for a cursor of another list. */
  async list(accountId: string, request: CreationListRequest): Promise<Page<StatementLine>> {
    const page = await readNewestFirst(parseListRequest(listSchema, request, 'bad_request'), {
      cursors: this.#cursors,
      scope: { list: 'statement', accountId },
      find: (older, limit) =>
        this.#movements
          .find({ accountId, ...older })
          .sort(creationOrder)
          .limit(limit)
          .lean<MovementRecord[]>(),
    });
    const facts = await this.#factsOf(accountId, page.items);
    return { ...page, items: page.items.map((movement) => toLine(movement, facts)) };
  }

  async #factsOf(accountId: string, movements: readonly MovementRecord[]): Promise<Facts> {
    const idsOf = (kind: MovementRecord['operation']['kind']) =>
      movements.filter(({ operation }) => operation.kind === kind).map(({ operation }) => operation.id);
    const legs = movements.filter(({ operation }) => operation.kind === 'setup' || operation.kind === 'withdrawal');
    const [wallets, deposits, withdrawals, transactions] = await Promise.all([
      this.wallets.all(accountId),
      this.#deposits.find({ _id: { $in: idsOf('deposit') } }, { txHash: 1 }).lean(),
      this.#withdrawals.find({ _id: { $in: idsOf('withdrawal') } }, { destinationWallet: 1 }).lean(),
      this.#transactions
        .find(
          {
            'operation.kind': { $in: ['setup', 'withdrawal'] },
            'operation.id': { $in: legs.map(({ operation }) => operation.id) },
            state: 'succeeded',
          },
          { operation: 1, leg: 1, inclusion: 1 },
        )
        .lean(),
    ]);
    return {
      walletAddress: new Map(wallets.map(({ _id, address }) => [_id, address])),
      destination: new Map(withdrawals.map(({ _id, destinationWallet }) => [_id, destinationWallet])),
      txHash: new Map([
        ...deposits.map(({ _id, txHash }) => [stepName(_id, 'confirm'), txHash] as const),
        ...transactions.flatMap(({ operation, leg, inclusion }) =>
          inclusion === undefined ? [] : [[stepName(operation.id, leg), inclusion.hash] as const],
        ),
      ]),
    };
  }
}

const stepName = (operationId: string, step: string) => `${operationId}:${step}`;

function toLine(movement: MovementRecord, { walletAddress, txHash, destination }: Facts): StatementLine {
  const { _id: id, operation, step, walletId, createdAt: bookedAt } = movement;
  return {
    id,
    ...lineOf(movement, destination.get(operation.id)),
    operationId: operation.id,
    walletAddress: walletAddress.get(walletId),
    txHash: txHash.get(stepName(operation.id, step)),
    bookedAt,
  };
}
