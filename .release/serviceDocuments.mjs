import { descriptionOf, readSchemas } from './documentSchemas.mjs';
import { asyncApiOf } from './socketDocuments.mjs';

/**
 * The documents of a deployment's services, by file name: OpenAPI 3.1 for calls, AsyncAPI 3 for sockets. The contracts come from
 * `test/services/contracts/all.ts`, the descriptions from the comments of the declarations.
 */
export function serviceDocuments({ services, sockets }, { root, version }) {
  return Object.fromEntries([
    ...services.map((service) => [`${service.name}.openapi.json`, openApiOf(service, { root, version })]),
    ...sockets.map((socket) => [`${socket.name}.asyncapi.json`, asyncApiOf(socket, { root, version })]),
  ]);
}

function openApiOf(service, { root, version }) {
  const { title, vendor, calls } = service;
  const { components, schemaOf } = readSchemas(service, root);
  const paths = {};
  for (const call of calls) {
    paths[call.path] ??= {};
    paths[call.path][call.method.toLowerCase()] = operationOf(call, service, schemaOf);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description: descriptionOf(service, corsOfAll), ...(vendor ? { 'x-vendor': vendor } : {}) },
    servers: serversOf(calls.find(({ hosts }) => hosts.length > 0)?.hosts ?? [], service),
    paths,
    components: {
      schemas: components,
      headers: {
        AllowOrigin: {
          description: 'The origin of the widget, or `*` where no cookies are sent.',
          required: true,
          schema: { type: 'string' },
          example: 'https://widget.example',
        },
        AllowCredentials: { description: 'Cookies are sent.', required: true, schema: { const: 'true' } },
      },
      ...securitySchemesOf(service),
    },
  };
}

function securitySchemesOf({ vendor, serviceKey }) {
  const inHeader = { type: 'apiKey', in: 'header', name: 'Authorization' };
  if (serviceKey) {
    const { description, value } = serviceKey;
    return { securitySchemes: { serviceKey: { ...inHeader, description, ...(value ? { 'x-value': value } : {}) } } };
  }
  if (vendor) return {};
  const description =
    'Only if the deployment has an `authorizationKey`: `Key {authorizationKey};setting={number};id={unique};time={ms since the epoch}`. The key is public.';
  return { securitySchemes: { key: { ...inHeader, description } } };
}

const corsOfAll =
  'The caller is the widget’s frame, on the origin of the widget. Each answer names this origin in `Access-Control-Allow-Origin`, failures too. `x-cors` says what else an operation needs: whether browsers send a preflight, whether cookies travel, which request headers must be allowed (and `Authorization`, where the deployment has a key), and which response headers exposed. A script (`needed: false`) needs no permission, unless the deployment’s `embedderPolicy` is `require-corp`: then its answer must have `Cross-Origin-Resource-Policy: cross-origin`.';

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
    security: securityOf(call, service),
    'x-cors': corsOf(call),
    ...(call.isExampleRefused ? { 'x-example-refused': true } : {}),
    ...(call.hasEffect ? { 'x-has-effect': true } : {}),
  };
}

function securityOf({ isKeyed, isForeign }, { vendor }) {
  if (isKeyed) return [{ serviceKey: [] }];
  return isForeign || vendor ? [] : [{}, { key: [] }];
}

function parameterOf(
  { in: where, name, description, schema, example, isRequired = false, isMadeUp, isJson, hasSlashes },
  schemaOf,
) {
  return {
    ...{ name, in: where, description, required: isRequired },
    ...(isMadeUp ? { 'x-made-up': true } : {}),
    ...(hasSlashes ? { 'x-has-slashes': true } : {}),
    ...(isJson
      ? { content: { 'application/json': { schema: schemaOf(schema), example } } }
      : { schema: schemaOf(schema), example }),
  };
}

const contentOf = ({ schema, example, types, isJsonp }, schemaOf) =>
  Object.fromEntries(
    (types ?? (isJsonp ? scriptTypes : ['application/json'])).map((type) => [
      type,
      isJsonp
        ? {
            schema: { type: 'string' },
            example: `callback(${JSON.stringify(example)})`,
            // What the script passes to the callback.
            'x-jsonp': schemaOf(schema),
          }
        : { schema: schemaOf(schema), example },
    ]),
  );

/** Servers use each of them for scripts, and browsers accept all. */
const scriptTypes = ['text/javascript', 'application/javascript', 'application/x-javascript'];

/** OpenAPI has no schema for events. `x-events` has the schema of their data, by name. */
const streamOf = ({ description, events, example }, schemaOf) => ({
  'text/event-stream': {
    schema: { type: 'string', description },
    example,
    'x-events': Object.fromEntries(Object.entries(events).map(([name, schema]) => [name, schemaOf(schema)])),
  },
});

function responseOf({ description, content, stream, headers = {} }, { withCredentials, isScript }, schemaOf) {
  const read = Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]);
  if (isScript) return { description, ...(content ? { content: contentOf(content, schemaOf) } : {}) };
  return {
    description,
    headers: {
      'Access-Control-Allow-Origin': { $ref: '#/components/headers/AllowOrigin' },
      ...(withCredentials
        ? { 'Access-Control-Allow-Credentials': { $ref: '#/components/headers/AllowCredentials' } }
        : {}),
      ...Object.fromEntries(read),
    },
    ...(content ? { content: { ...contentOf(content, schemaOf), ...(stream ? streamOf(stream, schemaOf) : {}) } } : {}),
  };
}

/** What the Fetch standard asks of a service for this call. */
function corsOf({ method, body, parameters = [], answers, withCredentials = false, isScript, isKeyed }) {
  const requestHeaders = [
    ...(body ? ['Content-Type'] : []),
    ...(isKeyed ? ['Authorization'] : []),
    ...parameters.filter((one) => one.in === 'header').map(({ name }) => name),
  ];
  return {
    ...(isScript ? { needed: false } : {}),
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
