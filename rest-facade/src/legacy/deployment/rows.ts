// Why: docs/decisions/edge/older-deployments.md
import type { LegacyRoute } from '../operation.js';
import { actionRow, deleteRow } from './actions.js';
import { createRow } from './creation.js';
import { attachRow, credentialsRow } from './credentials.js';
import { exitRow } from './exit.js';
import { historyRow } from './history.js';
import { getRow, listRow, logsRow, renameRow, statusRow } from './reads.js';
import { type Tree, trees } from './tree.js';
import { createNautilusRow } from './v3.js';

/** What every tree has. */
function common(tree: Tree): LegacyRoute[] {
  return [
    ...[listRow(tree), getRow(tree), statusRow(tree), logsRow(tree)],
    ...[actionRow(tree, 'PUT'), actionRow(tree, 'PATCH'), deleteRow(tree)],
  ];
}

/** Reading and attaching credentials: those on paper have none. */
function credentials(tree: Tree): LegacyRoute[] {
  return [credentialsRow(tree), attachRow(tree)];
}

/** Every operation on deployments. */
export const deploymentRows: readonly LegacyRoute[] = [
  ...[createRow(trees.v1), ...common(trees.v1), ...credentials(trees.v1)],
  ...[createRow(trees.v2), ...common(trees.v2), ...credentials(trees.v2), renameRow(trees.v2), exitRow(trees.v2)],
  ...[createRow(trees.paper), ...common(trees.paper), renameRow(trees.paper), historyRow],
  ...[trees.v3, trees.v3Plural].flatMap((tree) => [createNautilusRow(tree), ...common(tree), ...credentials(tree)]),
];
