import type { MethodDefinition } from '@grpc/proto-loader';

/** The method names of a generated service definition, without its index signature. */
export type MethodName<Definition> = keyof {
  [Name in keyof Definition as string extends Name ? never : Name]: true;
} &
  string;

/** The request of a method as a caller sends it. */
export type RequestOf<Definition, Name extends keyof Definition> =
  Definition[Name] extends MethodDefinition<infer _Input, infer _Reply, infer Request, infer _Response>
    ? Request
    : never;

/** The answer of a method. */
export type ResponseOf<Definition, Name extends keyof Definition> =
  Definition[Name] extends MethodDefinition<infer _Input, infer _Reply, infer _Request, infer Response>
    ? Response
    : never;

/** The same message where an optional field may also be given as `undefined`: both mean absent on the wire. */
export type Sendable<Message> = Message extends (infer Item)[]
  ? Sendable<Item>[]
  : Message extends object
    ? {
        [Field in keyof Message]: undefined extends Message[Field]
          ? Sendable<Message[Field]> | undefined
          : Sendable<Message[Field]>;
      }
    : Message;
