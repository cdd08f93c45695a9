import type { Caller, TokenMinter } from '@platform/tokens';

/** What is known of a request while it is executed. */
export interface GatewayContext {
  readonly requestId: string;
  readonly caller: Caller;
  /** Whether a facade asks for somebody; told by its token, when somebody wants to know. */
  isFacade(): Promise<boolean>;
  /** A token that names the caller to one subgraph and the service behind it. */
  tokenFor(audience: string): Promise<string>;
}

/** The context of a request by `caller`. */
export function createContext(
  minter: TokenMinter,
  caller: Caller,
  requestId: string,
  isFacade: () => Promise<boolean>,
): GatewayContext {
  return { requestId, caller, isFacade, tokenFor: (audience) => minter.mint(caller, audience) };
}
