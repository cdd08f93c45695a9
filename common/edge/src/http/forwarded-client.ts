/** Names the IP address of the client that a facade asks for; believed together with a token alone. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** Carries the token by which a facade proves that it is one. */
export const WORKLOAD_TOKEN_HEADER = 'x-workload-token';
