/** The part of Swagger UI that is used here: its own types name the package's entry for Node alone. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Shows an OpenAPI document in an element of the page. */
  export default function showDocument(options: {
    readonly domNode: Element;
    readonly spec: object;
    readonly deepLinking: boolean;
    readonly docExpansion: 'list' | 'full' | 'none';
    readonly filter: boolean;
    readonly tryItOutEnabled: boolean;
    readonly persistAuthorization: boolean;
    readonly validatorUrl: null;
    /** Called with each request before it is sent and shown as a command; returns the request to send. */
    readonly requestInterceptor: <
      Request extends { readonly url: string; readonly headers: Record<string, string>; readonly body?: unknown },
    >(
      request: Request,
    ) => Request;
    /** Called with each answer, refusals included; returns the answer to show. */
    readonly responseInterceptor: <
      Answer extends { readonly url: string; readonly ok: boolean; readonly body?: unknown },
    >(
      answer: Answer,
    ) => Answer;
  }): unknown;
}
