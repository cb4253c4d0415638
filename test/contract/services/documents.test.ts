import { readFileSync } from 'node:fs';
import asyncApi from '@asyncapi/specs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseDeployment } from '../../../frame/deployment/deployment.ts';
import { sandboxDeployment, withContactFile, withXmpp } from '../../sandbox/deployment.ts';
import { documentsOf } from '../../services/documents.ts';
import { readOperations } from '../../services/operations.ts';
import { servicesList } from '../../services/servicesList.ts';

const example = (name: string): string => `https://${name}.example`;
const deployment = sandboxDeployment({
  ...{ hostUrl: example('www'), widgetUrl: example('widget') },
  ...{ servicesUrl: example('services'), vendorsUrl: example('vendors') },
});
const documents = documentsOf(parseDeployment(deployment));
const sockets = Object.keys(documents).filter((file) => file.endsWith('.asyncapi.json'));
const openApi = Object.keys(documents).filter((file) => file.endsWith('.openapi.json'));

interface Node {
  readonly [name: string]: Node;
}
interface Call {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly description: string }[];
}
interface Described {
  readonly components?: { readonly schemas?: Readonly<Record<string, { readonly description?: string }>> };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  readonly channels?: {
    readonly socket: {
      readonly messages: Readonly<
        Record<string, { readonly name: string; readonly summary: string; readonly examples: readonly unknown[] }>
      >;
    };
  };
}

const at = (file: string): Node => documents[file] as Node;

describe('the documents of the services', () => {
  it.each(openApi)('[F-AD4] %s is OpenAPI 3.1', async (file) => {
    const result = await new Validator().validate(structuredClone(at(file)));
    expect(result.errors ?? []).toEqual([]);
    expect(at(file).openapi).toMatch(/^3\.1\./);
  });

  it.each(sockets)('[F-AD4] %s is AsyncAPI 3', (file) => {
    const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false });
    const isValid = ajv.validate(asyncApi.schemas['3.0.0'] as object, at(file));
    expect(ajv.errors).toBeNull();
    expect(isValid).toBe(true);
  });

  it.each(openApi)('[F-AD4] the examples of %s fit', (file) => {
    const operations = readOperations(documents);
    for (const operation of operations.all.filter(({ service }) => file.startsWith(`${service}.`))) {
      const node = at(file).paths?.[operation.path]?.[operation.method.toLowerCase()];
      const url = new URL('https://services.example/');
      const headers: Record<string, string> = {};
      for (const { name, in: where, example: value, isJson } of operation.parameters) {
        const text = isJson ? JSON.stringify(value) : String(value);
        if (where === 'query') url.searchParams.set(name, text);
        if (where === 'header') headers[name.toLowerCase()] = text;
      }
      for (const type of operation.requestTypes.length > 0 ? operation.requestTypes : ['']) {
        const body: unknown = node?.requestBody?.content?.[type]?.example;
        const key = operation.key === 'service' ? { authorization: operation.keyValue ?? 'key' } : {};
        const sent = { ...headers, ...key, 'content-type': type };
        const request = { method: operation.method, url, headers: sent, body };
        expect(operations.requestProblems(operation, request), operation.id).toEqual([]);
      }
      for (const [status, { content = {} }] of Object.entries(node?.responses ?? {}))
        for (const [type, { example: body }] of Object.entries(content)) {
          const answer = { status: Number(status.replace('default', '500').replace('XX', '00')), type, body };
          expect(operations.answerProblems(operation, answer, url), `${operation.id} ${status}`).toEqual([]);
        }
    }
  });

  it('[F-AD4] name the deployment’s own hosts, and a placeholder where it does without', () => {
    const serversOf = (file: string, path: string, method: string): unknown =>
      at(file).paths?.[path]?.[method]?.servers;
    expect(serversOf('contact.openapi.json', '/contact/keys', 'get')).toEqual([{ url: example('services') }]);
    expect(serversOf('scheduler.openapi.json', '/v2/message', 'post')).toEqual([
      { url: `${example('services')}/classifier` },
    ]);
    expect(serversOf('offers.openapi.json', '/postEvent', 'post')).toMatchObject([{ 'x-placeholder': true }]);
  });

  it('[F-AD4] say who names the address of the form, and the query that it must have', () => {
    const messagesAt = (...inquiryAddresses: readonly URL[]): Node =>
      documentsOf(parseDeployment(deployment), { inquiryAddresses })['messages.openapi.json'] as Node;
    const placeholder = { description: expect.stringContaining('contact file'), 'x-placeholder': true };
    expect(messagesAt().paths?.['/messages']?.post?.servers).toMatchObject([placeholder]);
    const named = messagesAt(new URL('https://a.example/in?list=3'), new URL('https://b.example/in?list=4&to=me'));
    expect(named.paths?.['/in']?.post?.servers).toEqual([{ url: 'https://a.example' }, { url: 'https://b.example' }]);
    expect(named.paths?.['/in']?.post?.parameters).toMatchObject([
      { in: 'header', name: 'Idempotency-Key' },
      { in: 'query', name: 'list', required: true, example: '3', schema: { enum: ['3', '4'] } },
      { in: 'query', name: 'to', required: false, example: 'me' },
    ]);
  });

  it('[F-AD4] describe a static file in place of the contact service', () => {
    const { paths } = documentsOf(parseDeployment(withContactFile(deployment)))['contact.openapi.json'] as Node;
    expect(paths?.['/contact.json']?.get?.servers).toEqual([{ url: example('services') }]);
    expect(paths?.['/contact/keys']?.get?.servers).toMatchObject([{ 'x-placeholder': true }]);
  });

  it('[F-AD4] say about the socket where it is, and what travels', () => {
    const withServer = parseDeployment(withXmpp(deployment, 5280));
    const socket = documentsOf(withServer)['xmpp.asyncapi.json'] as Node;
    const server = { host: '127.0.0.1:5280', protocol: 'ws', security: [{ type: 'plain' }] };
    expect(socket.servers?.company).toMatchObject(server);
    // Joined with the path of the server, it is the address.
    expect(socket.servers?.company?.pathname).toBeUndefined();
    expect(socket.channels?.socket?.address).toBe('/xmpp-websocket');
    expect(socket.channels?.socket?.messages?.text?.examples?.[0]?.payload).toContain(
      '<body>Do you ship to Norway?</body>',
    );
  });

  it('[F-AD4] take their descriptions from the declarations that the frame parses with', () => {
    const schemas = at('scheduler.openapi.json').components?.schemas;
    expect(schemas?.Slot?.properties?.endDateTime?.description).toBe('After the start.');
    expect(at('broker.openapi.json').components?.schemas?.Identity?.description).toMatch(/^The visitor's identity/);
  });

  it.each([...openApi, ...sockets])('[F-AD4] %s says what each of its schemas, calls and parameters is', (file) => {
    const { components, paths = {}, channels } = documents[file] as Described;
    for (const [name, { description }] of Object.entries(components?.schemas ?? {}))
      expect(description, name).toEqual(expect.any(String));
    for (const { operationId, summary, parameters = [] } of Object.values(paths).flatMap(Object.values<Call>)) {
      expect(summary, operationId).toMatch(/^\S.{3}/);
      for (const { name, description } of parameters) expect(description, name).toMatch(/^\S.{3}/);
    }
    for (const { name, summary, examples } of Object.values(channels?.socket?.messages ?? {})) {
      expect(summary, name).toMatch(/^\S.{3}/);
      expect(examples, name).toHaveLength(1);
    }
  });

  it('[F-AD4] say about a vendor’s service whose it is, and that the vendor’s own documentation decides', () => {
    const ofVendors = [...openApi, ...sockets].filter((file) => at(file).info?.['x-vendor']);
    expect(ofVendors).toEqual([
      ...['live-chat', 'messaging-directory', 'experiments', 'vendor-files'].map((one) => `${one}.openapi.json`),
      'messaging.asyncapi.json',
    ]);
    for (const file of ofVendors)
      expect(at(file).info?.description, file).toContain('whose documentation is authoritative.');
  });

  it('[F-AD4] ask for the vendor’s key where it is sent, and never for the company’s', () => {
    const { components, paths } = at('live-chat.openapi.json');
    expect(components?.securitySchemes).toEqual({
      serviceKey: expect.objectContaining({ type: 'apiKey', in: 'header', name: 'Authorization' }),
    });
    expect(paths?.['/api/account/{account}/chat/request']?.post?.security).toEqual([{ serviceKey: [] }]);
    expect(paths?.['/api/account/{account}/chat/request']?.post?.['x-cors']).toEqual({
      ...{ preflight: true, credentials: false },
      ...{ requestHeaders: ['Content-Type', 'Authorization'], exposedHeaders: ['Location'] },
    });
    expect(paths?.['/api/account/{account}/configuration/le-users/users/{agent}']?.get?.security).toEqual([]);
  });

  it('[F-AD4] ask for no cross-origin access where a script element loads', () => {
    const lookup = at('live-chat.openapi.json').paths?.['/csdr/account/{account}/service/adminArea/baseURI.lpCsds'];
    expect(lookup?.get?.['x-cors']).toMatchObject({ needed: false, preflight: false });
    expect(lookup?.get?.responses?.['200']?.headers).toBeUndefined();
    expect(at('vendor-files.openapi.json').paths?.['/font-styles']?.get?.['x-cors']).not.toHaveProperty('needed');
  });

  it('[F-AD4] say which frames may answer a frame of the messaging socket', () => {
    const { operations, channels, servers } = at('messaging.asyncapi.json');
    const answersOf = (name: string): unknown => operations?.[name]?.reply?.messages;
    const refer = (name: string) => ({ $ref: `#/channels/socket/messages/${name}` });
    expect(answersOf('request-conversation')).toEqual([refer('conversation'), refer('refusal')]);
    expect(operations?.receive?.messages).toEqual([refer('conversations'), refer('events')]);
    expect(channels?.socket?.address).toBe('/ws_api/account/{account}/messaging/consumer');
    expect(channels?.socket?.parameters?.account?.examples).toEqual(['4711']);
    expect(channels?.socket?.bindings?.ws?.query?.properties).toEqual({ v: { const: '3' } });
    expect(servers?.vendor?.security).toMatchObject([{ type: 'apiKey', in: 'password' }]);
  });

  it('[F-AD4] describe cross-origin access: cookies, preflights, and what must be allowed and exposed', () => {
    const corsOf = (file: string, path: string, method: string): unknown =>
      at(file).paths?.[path]?.[method]?.['x-cors'];
    expect(corsOf('broker.openapi.json', '/session', 'post')).toEqual({
      ...{ preflight: true, credentials: true, requestHeaders: ['Content-Type'] },
      exposedHeaders: ['x-original-referrer'],
    });
    expect(corsOf('scheduler.openapi.json', '/v2/appointments/', 'post')).toMatchObject({
      ...{ credentials: false, requestHeaders: ['Content-Type', 'Idempotency-Key'] },
    });
    expect(corsOf('contact.openapi.json', '/contact/lookup', 'get')).toMatchObject({ preflight: false });
  });

  it('[F-AD4] are in the page about services, each with its calls', () => {
    const page = readFileSync(new URL('../../../frame/platform/backend/SERVICES.md', import.meta.url), 'utf8');
    const [, list = ''] = /<!-- services -->\n([\s\S]*?)<!-- \/services -->/.exec(page) ?? [];
    const published = list
      .trim()
      .split(/\n(?=- )/)
      // An entry may go on in the next line.
      .map((entry) => entry.replace(/\s+/g, ' '));
    expect(published).toEqual(servicesList(documents));
  });
});
