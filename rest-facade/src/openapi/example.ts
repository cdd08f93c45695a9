import type { JsonSchema } from './json-schema.js';

/** A value that a schema takes, put together from the examples of its fields. Throws for a field without one. */
export function exampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  const compose = (part: Part, path: string): unknown => {
    if (typeof part !== 'object') throw new Error(`${path} takes anything, so that no example can be composed`);
    if (part.$ref !== undefined) return compose(components[part.$ref.split('/').at(-1) ?? ''], path);
    if (part.examples !== undefined) return part.examples[0];
    if (part.const !== undefined) return part.const;
    const [value] = part.enum ?? part['x-extensible-enum'] ?? [];
    if (value !== undefined) return value;
    const [choice] = part.anyOf ?? part.oneOf ?? [];
    if (choice !== undefined) return compose(choice, path);
    if (part.type === 'boolean') return true;
    if (part.type === 'array') return [compose(singleItem(part), `${path}[]`)];
    if (part.type !== 'object') throw new Error(`${path} has no example`);
    return composeObject(part, path);
  };
  const composeObject = ({ properties, additionalProperties }: JsonSchema, path: string) => {
    if (properties === undefined) return { name: compose(additionalProperties, `${path}.*`) };
    const fields = Object.entries(properties);
    return Object.fromEntries(fields.map(([name, part]) => [name, compose(part, `${path}.${name}`)]));
  };
  return compose(schema, '');
}

type Part = JsonSchema | boolean | undefined;

function singleItem({ items }: JsonSchema): Part {
  return Array.isArray(items) ? items[0] : items;
}
