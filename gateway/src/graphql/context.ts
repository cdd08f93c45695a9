import type { Caller, TokenMinter } from '@platform/keys/tokens';
import type { SerialTurn } from './serial-queue.js';

/** The caller and the request for which a subgraph is called. */
export interface AskingContext {
  readonly requestId: string;
  /** Returns a token that identifies the caller to one subgraph and the service behind it. */
  tokenFor(audience: string): Promise<string>;
}

/** Context of a request while it is executed. */
export interface GatewayContext extends AskingContext {
  readonly caller: Caller;
  /** The turn in the queue for the work of its document that blocks the event loop. */
  readonly turn: SerialTurn;
  /** Whether the caller is the facade, which writes errors with REST's names. */
  readonly isFacade: boolean;
}

/** Returns the context of subgraph calls on behalf of `caller`. */
export function askingFor(minter: TokenMinter, caller: Caller, requestId: string): AskingContext {
  return { requestId, tokenFor: (audience) => minter.mint(caller, audience) };
}
