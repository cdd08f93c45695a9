import type { DatasetUnavailability } from './generated/documents.js';

const REASONS: Readonly<Record<DatasetUnavailability, string>> = {
  not_published: 'No release of its history is published.',
  withdrawn: 'The release of its history was withdrawn.',
  malformed_marker: 'The readiness marker of its history is malformed, or belongs to another market.',
  foreign_environment: 'The readiness marker of its history belongs to another environment.',
  corrupted_manifest: 'The manifest of its release is missing or damaged.',
  corrupted_object: 'A part of its release is missing or damaged.',
  no_bars: 'Its release holds no candles.',
  unknown_fees: 'Its venue does not state what trading it costs.',
};

/** Why a market can not be backtested, in a sentence. */
export function reasonOf(reason: DatasetUnavailability): string {
  return REASONS[reason];
}
