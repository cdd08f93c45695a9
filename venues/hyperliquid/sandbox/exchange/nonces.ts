import type { Journal } from '../../../simulation/index.js';
import { ActionRefused } from './refused.js';

/** Nonces kept per signer, the highest ones. */
const KEPT = 100;
const OLDEST_MS = 2 * 24 * 3_600_000;
const NEWEST_MS = 24 * 3_600_000;

/**
 * Spends a nonce: it lies between two days ago and one day ahead, was not used, and once 100 are kept exceeds the smallest of them. Throws
 * in the venue's words.
 */
export function spendNonce(journal: Journal, signer: string, nonce: number, nowMs: number): void {
  const [oldest, newest] = [nowMs - OLDEST_MS, nowMs + NEWEST_MS];
  if (nonce <= oldest) throw new ActionRefused(`Invalid nonce: nonce too low ${nonce} < ${oldest}`);
  if (nonce >= newest) throw new ActionRefused(`Invalid nonce: nonce too high ${nonce} > ${newest}`);
  const kept = journal
    .all('SELECT nonce FROM nonces WHERE signer = ? ORDER BY nonce', signer)
    .map((row) => Number(row['nonce']));
  if (kept.includes(nonce)) throw new ActionRefused(`Invalid nonce: duplicate nonce ${nonce}`);
  const [smallest] = kept;
  if (kept.length >= KEPT && smallest !== undefined) {
    if (nonce < smallest) throw new ActionRefused(`Invalid nonce: nonce too low ${nonce} < ${smallest}`);
    journal.run('DELETE FROM nonces WHERE signer = ? AND nonce = ?', signer, smallest);
  }
  journal.run('INSERT INTO nonces (signer, nonce) VALUES (?, ?)', signer, nonce);
}
