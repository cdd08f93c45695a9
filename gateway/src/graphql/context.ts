import type { Caller, TokenMinter } from '@platform/keys/tokens';
import type { SerialTurn } from './serial-queue.js';

/** In whose name, and for which request, a subgraph is asked. */
export interface AskingContext {
  readonly requestId: string;
  /** A token that names the caller to one subgraph and the service behind it. */
  tokenFor(audience: string): Promise<string>;
}

/** What is known of a request while it is executed. */
export interface GatewayContext extends AskingContext {
  readonly caller: Caller;
  /** The turn in which what its document costs the event loop is done. */
  readonly turn: SerialTurn;
  /** Whether the facade asks, which shows errors in REST's words. */
  readonly isFacade: boolean;
}

/** How subgraphs are asked in the name of `caller`. */
export function askingFor(minter: TokenMinter, caller: Caller, requestId: string): AskingContext {
  return { requestId, tokenFor: (audience) => minter.mint(caller, audience) };
}
