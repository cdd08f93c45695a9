/** A refusal in the venue's own words, thrown by handlers and sent by the server that received the request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly contentType: string;

  constructor(status: number, body: string, contentType: string) {
    super(body);
    this.status = status;
    this.contentType = contentType;
  }
}

/** Returns the refusal of a request with an unknown type, or with fields that are not its type's. */
export function undeserializable(): Refusal {
  return new Refusal(422, 'Failed to deserialize the JSON body into the target type', 'text/plain; charset=utf-8');
}

/** Returns the refusal of a request that names a coin or a dex that does not exist. */
export function unknownName(): Refusal {
  return new Refusal(500, 'null', 'application/json');
}
