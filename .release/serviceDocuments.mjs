import { join } from 'node:path';
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { describeConstant } from './describeSchema.mjs';

/** What a service sends: the frame's own conversions come after it. */
const ofTheWire = { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' };

/**
 * The documents of a deployment's services, by file name: OpenAPI 3.1 for calls, AsyncAPI 3 for sockets. The contracts come from
 * `frame/deployment/services.ts`, the descriptions from the comments of the declarations.
 */
export function serviceDocuments({ services, sockets }, { root, version }) {
  return Object.fromEntries([
    ...services.map((service) => [`${service.name}.openapi.json`, openApiOf(service, { root, version })]),
    ...sockets.map((socket) => [`${socket.name}.asyncapi.json`, asyncApiOf(socket, version)]),
  ]);
}

function openApiOf(service, { root, version }) {
  const { title, description, calls } = service;
  const schemas = componentsOf(service, root);
  const named = new Map(Object.entries(service.schemas).map(([constant, schema]) => [schema, componentName(constant)]));
  const schemaOf = (schema) =>
    named.has(schema)
      ? { $ref: `#/components/schemas/${named.get(schema)}` }
      : withoutDialect(toJsonSchema(schema, ofTheWire));
  const paths = {};
  for (const call of calls) {
    paths[call.path] ??= {};
    paths[call.path][call.method.toLowerCase()] = operationOf(call, service, schemaOf);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description: `${description}\n\n${corsOfAll}` },
    servers: serversOf(calls.find(({ hosts }) => hosts.length > 0)?.hosts ?? [], service),
    paths,
    components: {
      schemas,
      headers: {
        AllowOrigin: {
          description: 'The origin of the widget, or `*` where no cookies are sent.',
          required: true,
          schema: { type: 'string' },
          example: 'https://widget.example',
        },
        AllowCredentials: { description: 'Cookies are sent.', required: true, schema: { const: 'true' } },
      },
      securitySchemes: {
        key: {
          ...{ type: 'apiKey', in: 'header', name: 'Authorization' },
          description:
            'Only if the deployment has an `authorizationKey`: `Key {authorizationKey};setting={number};id={unique};time={ms since the epoch}`. The key is public.',
        },
      },
    },
  };
}

const corsOfAll =
  'The caller is the widget’s frame, on the origin of the widget. Each answer names this origin in `Access-Control-Allow-Origin`, failures too. `x-cors` says what else an operation needs: whether browsers send a preflight, whether cookies travel, which request headers must be allowed (and `Authorization`, where the deployment has a key), and which response headers exposed.';

function operationOf(call, service, schemaOf) {
  const { id, summary, description, hosts, parameters = [], body, answers } = call;
  return {
    operationId: id,
    summary,
    ...(description ? { description } : {}),
    servers: serversOf(hosts, service),
    ...(parameters.length > 0 ? { parameters: parameters.map((one) => parameterOf(one, schemaOf)) } : {}),
    ...(body ? { requestBody: { required: true, content: contentOf(body, schemaOf) } } : {}),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, responseOf(answer, call, schemaOf)]),
    ),
    security: call.isForeign ? [] : [{}, { key: [] }],
    'x-cors': corsOf(call),
    ...(call.isExampleRefused ? { 'x-example-refused': true } : {}),
  };
}

function parameterOf(
  { in: where, name, description, schema, example, isRequired = false, isMadeUp, isJson },
  schemaOf,
) {
  return {
    ...{ name, in: where, description, required: isRequired },
    ...(isMadeUp ? { 'x-made-up': true } : {}),
    ...(isJson
      ? { content: { 'application/json': { schema: schemaOf(schema), example } } }
      : { schema: schemaOf(schema), example }),
  };
}

const contentOf = ({ schema, example, types = ['application/json'] }, schemaOf) =>
  Object.fromEntries(types.map((type) => [type, { schema: schemaOf(schema), example }]));

function responseOf({ description, content, headers = {} }, { withCredentials }, schemaOf) {
  const read = Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]);
  return {
    description,
    headers: {
      'Access-Control-Allow-Origin': { $ref: '#/components/headers/AllowOrigin' },
      ...(withCredentials
        ? { 'Access-Control-Allow-Credentials': { $ref: '#/components/headers/AllowCredentials' } }
        : {}),
      ...Object.fromEntries(read),
    },
    ...(content ? { content: contentOf(content, schemaOf) } : {}),
  };
}

/** What the Fetch standard asks of a service for this call. */
function corsOf({ method, body, parameters = [], answers, withCredentials = false }) {
  const requestHeaders = [
    ...(body ? ['Content-Type'] : []),
    ...parameters.filter((one) => one.in === 'header').map(({ name }) => name),
  ];
  return {
    preflight: requestHeaders.length > 0 || !['GET', 'POST'].includes(method),
    credentials: withCredentials,
    requestHeaders,
    exposedHeaders: [...new Set(Object.values(answers).flatMap(({ headers = {} }) => Object.keys(headers)))],
  };
}

const serversOf = (hosts, { name, whereabouts = 'This deployment file names no address.' }) =>
  hosts.length > 0
    ? hosts.map((url) => ({ url }))
    : [
        {
          url: `https://${name}.example`,
          description: `A placeholder. ${whereabouts}`,
          'x-placeholder': true,
        },
      ];

function componentsOf({ schemas, file }, root) {
  const byName = Object.fromEntries(
    Object.entries(schemas).map(([constant, schema]) => [componentName(constant), schema]),
  );
  const definitions = withComponentRefs(toJsonSchemaDefs(byName, ofTheWire));
  return Object.fromEntries(
    Object.keys(schemas).map((constant) => {
      const component = componentName(constant);
      return [component, describeConstant(definitions[component], join(root, file), constant)];
    }),
  );
}

/** `lookupAnswer` becomes `LookupAnswer`, and `routingEntrySchema` becomes `RoutingEntry`. */
const componentName = (constant) => `${constant[0].toUpperCase()}${constant.slice(1)}`.replace(/Schema$/, '');

const withComponentRefs = (definitions) =>
  JSON.parse(JSON.stringify(definitions).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));

function withoutDialect({ $schema, ...schema }) {
  return schema;
}

function asyncApiOf({ name, title, description, address, subprotocol, login, contentType, sent, received }, version) {
  const url = new URL(address ?? `wss://${name}.example/`);
  const messageOf = ({ name: id, summary, example }) => [
    id,
    { name: id, summary, contentType, payload: { type: 'string' }, examples: [{ payload: example }] },
  ];
  const operation = (action, frames, summary) => ({
    action,
    summary,
    channel: { $ref: '#/channels/socket' },
    messages: frames.map(({ name: id }) => ({ $ref: `#/channels/socket/messages/${id}` })),
  });
  return {
    asyncapi: '3.0.0',
    info: { title, version, description },
    defaultContentType: contentType,
    servers: {
      company: {
        host: url.host,
        protocol: url.protocol.slice(0, -1),
        security: [{ type: 'plain', description: login }],
        ...(address ? {} : { description: 'A placeholder: this deployment file names no address.' }),
      },
    },
    channels: {
      socket: {
        address: `${url.pathname}${url.search}`,
        servers: [{ $ref: '#/servers/company' }],
        messages: Object.fromEntries([...sent, ...received].map(messageOf)),
        bindings: {
          ws: {
            method: 'GET',
            headers: {
              type: 'object',
              properties: {
                Origin: { type: 'string', description: 'The origin of the widget. Accept no other.' },
                'Sec-WebSocket-Protocol': { const: subprotocol },
              },
            },
          },
        },
      },
    },
    // As the frame acts.
    operations: {
      send: operation('send', sent, 'What the frame sends'),
      receive: operation('receive', received, 'What the server sends'),
    },
  };
}
