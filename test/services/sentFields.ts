/** The names of what the frame sends to a service, as its document has them. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Content {
  readonly schema?: Schema;
}
export interface Call {
  readonly operationId: string;
  readonly 'x-cors': { readonly credentials: boolean };
  readonly parameters?: readonly (Content & {
    readonly name: string;
    readonly content?: Readonly<Record<string, Content>>;
  })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
}
interface Message {
  readonly name: string;
  readonly payload: Schema;
}
export interface ServiceDocument {
  readonly info: { readonly title: string; readonly 'x-vendor'?: string };
  readonly paths?: Readonly<Record<string, Record<string, Call>>>;
  readonly operations?: Readonly<
    Record<string, { readonly action: string; readonly messages: readonly { readonly $ref: string }[] }>
  >;
}

export interface SentFields {
  /** Each name once, without those whose value is always the same. What is not JSON counts as one field. */
  readonly names: readonly string[];
  /** Records that may have fields which the document does not name. */
  readonly open: readonly string[];
}

export function sentFields(document: ServiceDocument): SentFields {
  const open = new Set<string>();
  const calls = Object.values(document.paths ?? {}).flatMap(Object.values<Call>);
  const messages = Object.values(document.operations ?? {})
    .filter(({ action }) => action === 'send')
    .flatMap((operation) => operation.messages.map(({ $ref }) => find<Message>($ref)));
  const names = [...calls.flatMap(fieldsOfCall), ...messages.flatMap(({ name, payload }) => fieldsOf(name, payload))];
  return { names: [...new Set(names)].sort(), open: [...open].sort() };

  function fieldsOfCall({ parameters = [], requestBody }: Call): readonly string[] {
    return [
      ...parameters.flatMap(({ name, schema, content }) =>
        fieldsOf(name, content?.['application/json']?.schema ?? schema),
      ),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf('body', schema)),
    ];
  }

  function fieldsOf(name: string, schema: Schema = {}): readonly string[] {
    if (schema.$ref !== undefined) return fieldsOf(name, find(schema.$ref));
    if ('const' in schema) return [];
    if (schema.type === 'object' && schema.additionalProperties !== false) open.add(name);
    const { anyOf = [], oneOf = [], allOf = [], items, properties = {} } = schema;
    const parts = [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])];
    const fields = Object.entries(properties);
    if (fields.length + parts.length === 0) return [name];
    return [
      ...fields.flatMap(([field, one]) => fieldsOf(field, one)),
      ...parts.flatMap((part) => fieldsOf(name, part)),
    ];
  }

  function find<Found>(reference: string): Found {
    const parts = reference.slice('#/'.length).split('/');
    return parts.reduce<unknown>((node, part) => (node as Readonly<Record<string, unknown>>)[part], document) as Found;
  }
}
