import { join } from 'node:path';
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { describeConstant } from './describeSchema.mjs';

/** What a service sends: the frame's own conversions come after it. */
const ofTheWire = { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' };

/**
 * The schemas of a contract as components of its document, with the comments of the declarations as descriptions. `schemaOf` refers to
 * them, and writes out any other schema.
 */
export function readSchemas({ schemas = {}, file = '' }, root) {
  const named = new Map(Object.entries(schemas).map(([constant, schema]) => [schema, componentName(constant)]));
  const definitions = withComponentRefs(
    toJsonSchemaDefs(Object.fromEntries([...named].map(([schema, component]) => [component, schema])), ofTheWire),
  );
  return {
    components: Object.fromEntries(
      Object.keys(schemas).map((constant) => {
        const component = componentName(constant);
        return [component, describeConstant(definitions[component], join(root, file), constant)];
      }),
    ),
    schemaOf: (schema) =>
      named.has(schema)
        ? { $ref: `#/components/schemas/${named.get(schema)}` }
        : withoutDialect(toJsonSchema(schema, ofTheWire)),
  };
}

/** `lookupAnswer` becomes `LookupAnswer`, and `routingEntrySchema` becomes `RoutingEntry`. */
const componentName = (constant) => `${constant[0].toUpperCase()}${constant.slice(1)}`.replace(/Schema$/, '');

const withComponentRefs = (definitions) =>
  JSON.parse(JSON.stringify(definitions).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));

function withoutDialect({ $schema, ...schema }) {
  return schema;
}

/** The description of a document. */
export const descriptionOf = ({ description, vendor }, ...more) =>
  [description, ...(vendor ? [vendorNote(vendor)] : []), ...more].join('\n\n');

const vendorNote = (vendor) =>
  `Run by ${vendor}, whose documentation is authoritative. This document describes only what the widget uses. The widget ignores other fields.`;
