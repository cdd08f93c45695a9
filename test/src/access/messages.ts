/** Messages of any procedure, generated from its contract. */
import type { PackageDefinition } from '@grpc/proto-loader';
import { z } from 'zod';

const messageSchema = z.object({
  type: z.object({
    field: z.array(z.object({ name: z.string(), label: z.string(), type: z.string(), typeName: z.string() })),
    nestedType: z.array(z.object({ name: z.string(), options: z.object({ mapEntry: z.boolean() }).nullish() })),
  }),
});
type Field = z.output<typeof messageSchema>['type']['field'][number] & {
  /** Whether it is a map, of texts to texts as all maps of our contracts are. */
  readonly isMap: boolean;
};

const DEPTH_MAX = 6;

/** The fields of a message type as a service definition holds it. */
export function fieldsOf(messageType: unknown): readonly Field[] {
  const { field, nestedType } = messageSchema.parse(messageType).type;
  const maps = new Set(nestedType.flatMap(({ name, options }) => (options?.mapEntry ? [name] : [])));
  return field.map((each) => ({ ...each, isMap: maps.has(each.typeName) }));
}

/** Returns a message with every field set, each to another value, and two items in each list. */
export function filledMessage(fields: readonly Field[], types: PackageDefinition): Record<string, unknown> {
  let count = 0;
  const scalars: Readonly<Record<string, () => unknown>> = {
    TYPE_STRING: () => `text ${count}`,
    TYPE_BYTES: () => Buffer.from([count % 256, 255]),
    TYPE_BOOL: () => true,
    TYPE_DOUBLE: () => count + 0.25,
  };
  const value = ({ type, typeName, isMap }: Field, depth: number): unknown => {
    count += 1;
    if (isMap) return { [`key ${count}`]: `text ${count}` };
    if (type !== 'TYPE_MESSAGE') return (scalars[type] ?? (() => count))();
    return depth > DEPTH_MAX ? null : message(fieldsOf(typeNamed(typeName, types)), depth + 1);
  };
  const message = (rows: readonly Field[], depth: number): Record<string, unknown> =>
    Object.fromEntries(
      rows.map((field) => [
        field.name,
        field.label === 'LABEL_REPEATED' && !field.isMap
          ? [value(field, depth), value(field, depth)]
          : value(field, depth),
      ]),
    );
  return message(fields, 0);
}

function typeNamed(name: string, types: PackageDefinition): unknown {
  const found = Object.entries(types).find(([full]) => full === name || full.endsWith(`.${name}`));
  if (found === undefined) throw new Error(`no message type ${name}`);
  return found[1];
}
