import { descriptionOf, readSchemas } from './documentSchemas.mjs';

/** The AsyncAPI 3 document of a socket. The operations are the frame's: it sends, and it receives. */
export function asyncApiOf(socket, { root, version }) {
  const { title, vendor, contentType, sent, received } = socket;
  const { components, schemaOf } = readSchemas(socket, root);
  const { servers, address, query } = placeOf(socket);
  const messages = Object.fromEntries(
    [...sent, ...received].map(({ name, summary, example, schema }) => [
      name,
      {
        ...{ name, summary, contentType },
        payload: schema ? schemaOf(schema) : { type: 'string' },
        examples: [{ payload: example }],
      },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    info: { title, version, description: descriptionOf(socket), ...(vendor ? { 'x-vendor': vendor } : {}) },
    defaultContentType: contentType,
    servers,
    channels: {
      socket: {
        address,
        servers: Object.keys(servers).map((name) => ({ $ref: `#/servers/${name}` })),
        ...parametersOf(socket),
        messages,
        bindings: { ws: handshakeOf(socket, query) },
      },
    },
    operations: operationsOf(socket),
    ...(Object.keys(components).length > 0 ? { components: { schemas: components } } : {}),
  };
}

function placeOf({ name, vendor, addresses, path = '/', login }) {
  const security = [
    login.type === 'plain'
      ? { type: 'plain', description: login.description }
      : { type: 'apiKey', in: 'password', description: login.description },
  ];
  const urls = (addresses.length > 0 ? addresses : [`wss://${name}.example${path}`]).map((one) => new URL(one));
  const hosts = [...new Map(urls.map((url) => [url.host, url])).values()];
  const owner = vendor ? 'vendor' : 'company';
  const servers = hosts.map(({ host, protocol }, at) => [
    at === 0 ? owner : `${owner}${at + 1}`,
    {
      ...{ host, protocol: protocol.slice(0, -1), security },
      ...(addresses.length > 0 ? {} : { description: 'A placeholder: this deployment file names no address.' }),
    },
  ]);
  return {
    servers: Object.fromEntries(servers),
    address: decodeURI(urls[0].pathname),
    query: Object.fromEntries(urls[0].searchParams),
  };
}

function parametersOf({ parameters = [] }) {
  if (parameters.length === 0) return {};
  const entries = parameters.map(({ name, description, values }) => [name, { description, examples: values }]);
  return { parameters: Object.fromEntries(entries) };
}

/** What the browser asks for when it opens the socket. */
function handshakeOf({ subprotocol }, query) {
  const names = Object.keys(query);
  return {
    method: 'GET',
    headers: {
      type: 'object',
      properties: {
        Origin: { type: 'string', description: 'The origin of the widget. Accept no other.' },
        ...(subprotocol ? { 'Sec-WebSocket-Protocol': { const: subprotocol } } : {}),
      },
    },
    ...(names.length > 0
      ? {
          query: {
            type: 'object',
            properties: Object.fromEntries(names.map((name) => [name, { const: query[name] }])),
            required: names,
          },
        }
      : {}),
  };
}

/** One operation for what is not answered by name, and one for each request with its answers. */
function operationsOf({ sent, received }) {
  const channel = { $ref: '#/channels/socket' };
  const referTo = (names) => names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` }));
  const requests = sent.filter(({ answers }) => answers);
  const answering = new Set(requests.flatMap(({ answers }) => answers));
  const namesOf = (frames) => frames.map(({ name }) => name);
  const others = namesOf(sent.filter(({ answers }) => !answers));
  const unasked = namesOf(received).filter((name) => !answering.has(name));
  return {
    ...(others.length > 0
      ? { send: { action: 'send', summary: 'What the frame sends', channel, messages: referTo(others) } }
      : {}),
    ...Object.fromEntries(
      requests.map(({ name, summary, answers }) => [
        name,
        {
          ...{ action: 'send', summary, channel, messages: referTo([name]) },
          reply: { channel, messages: referTo(answers) },
        },
      ]),
    ),
    receive: { action: 'receive', summary: 'What the server sends', channel, messages: referTo(unasked) },
  };
}
