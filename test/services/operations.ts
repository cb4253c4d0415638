import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parsed } from './send.ts';
import { sentencesOf } from './sentences.ts';

/** A call of a document of `.release/serviceDocuments.mjs`. */
export interface Operation {
  /** The document's name, such as `contact`. */
  readonly service: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Address of each host, with `{name}` for each parameter of the path. */
  readonly addresses: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestTypes: readonly string[];
  readonly cors: Cors;
  /** Whether the service grants what the examples ask. Otherwise it may refuse the visitor. */
  readonly isGranted: boolean;
  /** It is loaded as a script, for which browsers need no permission. */
  readonly isScript: boolean;
  /** A GET that changes something at the service. */
  readonly hasEffect: boolean;
  /** Whose service it is, if not the company's. */
  readonly vendor: string | undefined;
  /** Which key it carries: that of the deployment, or the service's own. */
  readonly key: 'deployment' | 'service' | undefined;
  /** The value of the service's own key, if it is the same for all visitors. */
  readonly keyValue: string | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly example: unknown;
  readonly isJson: boolean;
  /** The example names nothing that exists. */
  readonly isMadeUp: boolean;
  /** A value of the path that may have several segments. */
  readonly hasSlashes: boolean;
}

export interface Cors {
  /** False: it is loaded as a script. */
  readonly needed?: boolean;
  readonly preflight: boolean;
  readonly credentials: boolean;
  readonly requestHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
}

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or the text. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  /** Parsed JSON, or the text. Undefined if it is empty. */
  readonly body: unknown;
}

export interface Operations {
  readonly all: readonly Operation[];
  /** The operations that a request may be: none if no document has it, several if services share an address. */
  find(method: string, url: URL): readonly Operation[];
  /** What the document does not allow, a sentence each. */
  requestProblems(operation: Operation, request: SentRequest): readonly string[];
  answerProblems(operation: Operation, answer: Answer, url: URL): readonly string[];
}

type Content = Readonly<
  Record<
    string,
    {
      readonly schema: unknown;
      readonly example: unknown;
      readonly 'x-jsonp'?: unknown;
      readonly 'x-events'?: Readonly<Record<string, unknown>>;
    }
  >
>;

interface OperationNode {
  readonly operationId: string;
  readonly servers: readonly { readonly url: string; readonly 'x-placeholder'?: boolean }[];
  readonly parameters?: readonly (Pick<Parameter, 'name' | 'in' | 'required'> & {
    readonly example?: unknown;
    readonly content?: Content;
    readonly 'x-made-up'?: boolean;
    readonly 'x-has-slashes'?: boolean;
  })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-cors': Cors;
  readonly 'x-example-refused'?: boolean;
  readonly 'x-has-effect'?: boolean;
}

interface Document {
  readonly info: { readonly 'x-vendor'?: string };
  readonly components?: { readonly securitySchemes?: { readonly serviceKey?: { readonly 'x-value'?: string } } };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
}

type Documents = Readonly<Record<string, unknown>>;

type ValidatorOf = ($ref: string) => ValidateFunction;

/** By the text of the documents. */
const compiled = new Map<string, ValidatorOf>();

/** Compiling takes most of the time. Documents that differ only in the addresses of their servers have the same schemas. */
function compile(documents: Documents): ValidatorOf {
  const text = JSON.stringify(documents, (name, value) => (name === 'servers' ? undefined : value));
  const known = compiled.get(text);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, validateFormats: false });
  for (const [file, document] of Object.entries(documents)) ajv.addSchema(document as object, file);
  const validators = new Map<string, ValidateFunction>();
  const validatorOf: ValidatorOf = ($ref) => {
    const validate = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, validate);
    return validate;
  };
  compiled.set(text, validatorOf);
  return validatorOf;
}

/** Reads the OpenAPI documents, by file name. */
export function readOperations(documents: Documents): Operations {
  const files = Object.keys(documents).filter((file) => file.endsWith('.openapi.json'));
  const validatorOf = compile(Object.fromEntries(files.map((file) => [file, documents[file]])));
  const all = files.flatMap((file) => operationsOf(file, documents[file] as Document));
  const patterns = all.map((operation) => ({
    operation,
    addresses: operation.addresses.map((address) => new RegExp(`^${patternOf(address, operation)}/?$`)),
  }));

  function problemsAt(operation: Operation, keys: readonly string[], value: unknown, where: string): readonly string[] {
    const pointer = ['paths', operation.path, operation.method.toLowerCase(), ...keys].map(pointerPart).join('/');
    const $ref = `${operation.service}.openapi.json#/${pointer}`;
    const validate = validatorOf($ref);
    return validate(value) ? [] : sentencesOf(validate.errors ?? [], where);
  }

  const nodeOf = ({ service, path, method }: Operation): OperationNode | undefined =>
    (documents[`${service}.openapi.json`] as Document).paths[path]?.[method.toLowerCase()];

  return {
    all,
    find: (method, { origin, pathname }) =>
      firstOfEach(
        patterns
          .filter(({ operation }) => operation.method === method)
          .filter(({ addresses }) => addresses.some((address) => address.test(`${origin}${pathname}`)))
          .map(({ operation }) => operation),
      ),
    requestProblems(operation, { url, headers, body }) {
      const problems: string[] = [];
      const query = new Map(url.searchParams);
      for (const [at, { name, in: where, required, isJson }] of operation.parameters.entries()) {
        const value = where === 'query' ? query.get(name) : headers[name.toLowerCase()];
        query.delete(name);
        if (where === 'path') continue;
        if (value === undefined) {
          if (required) problems.push(`the ${where} parameter ${name} is missing`);
          continue;
        }
        const keys = ['parameters', String(at), ...(isJson ? ['content', 'application/json'] : []), 'schema'];
        problems.push(...problemsAt(operation, keys, isJson ? parsed(value) : value, `the parameter ${name}`));
      }
      if (!operation.parameters.some(({ hasSlashes }) => hasSlashes))
        for (const name of query.keys()) problems.push(`the document has no query parameter ${name}`);
      if (operation.key === 'service' && headers.authorization === undefined)
        problems.push('the service’s key is missing');
      if (operation.key === undefined && headers.authorization !== undefined)
        problems.push('the document has no Authorization');
      const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
      if (operation.requestTypes.length === 0)
        return body === undefined ? problems : [...problems, 'the document has no body'];
      if (operation.requestTypes.includes('*/*')) return problems;
      if (!operation.requestTypes.includes(type)) return [...problems, `the document has no body of the type ${type}`];
      const content = typeof body === 'string' ? parsed(body) : body;
      return [...problems, ...problemsAt(operation, ['requestBody', 'content', type, 'schema'], content, 'the body')];
    },
    answerProblems(operation, { status, type, body }, { searchParams }) {
      const responses = nodeOf(operation)?.responses ?? {};
      const key = [String(status), `${String(status)[0]}XX`, 'default'].find((one) => one in responses);
      // `default` stands for failures, unless it is all that there is.
      const isUnknownSuccess =
        key === 'default' && status < 300 && Object.keys(responses).some((one) => one[0] === '2');
      if (key === undefined || isUnknownSuccess) return [`the document has no answer with the status ${status}`];
      const content = responses[key]?.content ?? {};
      const [first] = Object.keys(content);
      if (first === undefined || (key === 'default' && !isJson(type))) return [];
      const expected = Object.keys(content).find((one) => (isJson(one) ? isJson(type) : type.startsWith(one)));
      if (expected === undefined) return [`the content type is ${type || 'missing'}, but must be ${first}`];
      const at = ['responses', key, 'content', expected];
      if (isJson(expected) && typeof body === 'string') return ['the answer says that it is JSON, and is not'];
      const events = content[expected]?.['x-events'];
      if (events) {
        return eventsOf(String(body)).flatMap(({ name, data }) =>
          Object.hasOwn(events, name)
            ? problemsAt(operation, [...at, 'x-events', name], data, `the data of the event ${name}`)
            : [`the document has no event ${name}`],
        );
      }
      if (!content[expected]?.['x-jsonp']) return problemsAt(operation, [...at, 'schema'], body, 'the answer');
      const called = jsonpOf(String(body));
      if (called === undefined || ![...searchParams.values()].includes(called.callback))
        return ['the script does not call the callback of the request with JSON'];
      return problemsAt(operation, [...at, 'x-jsonp'], called.value, 'what the script passes');
    },
  };
}

/** The events of a stream. A cut one at its end is left out. */
function eventsOf(stream: string): readonly { readonly name: string; readonly data: unknown }[] {
  return stream
    .split('\n\n')
    .slice(0, -1)
    .flatMap((event) => {
      const name = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      return name === undefined || data === undefined ? [] : [{ name, data: parsed(data) }];
    });
}

function operationsOf(file: string, { paths, info, components }: Document): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, node]) => ({
      service: file.replace('.openapi.json', ''),
      id: node.operationId,
      method: method.toUpperCase(),
      path,
      addresses: node.servers.filter((one) => !one['x-placeholder']).map(({ url }) => `${url}${path}`),
      parameters: (node.parameters ?? []).map(({ content, ...one }) => ({
        ...one,
        example: content?.['application/json']?.example ?? one.example,
        isJson: content !== undefined,
        isMadeUp: one['x-made-up'] === true,
        hasSlashes: one['x-has-slashes'] === true,
      })),
      requestTypes: Object.keys(node.requestBody?.content ?? {}),
      cors: node['x-cors'],
      isScript: node['x-cors'].needed === false,
      isGranted: node['x-example-refused'] !== true,
      hasEffect: node['x-has-effect'] === true,
      vendor: info['x-vendor'],
      key: keyOf(node),
      keyValue: components?.securitySchemes?.serviceKey?.['x-value'],
    })),
  );
}

const isJson = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json\b/.test(type);

const pointerPart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function keyOf({ security }: OperationNode): Operation['key'] {
  if (security.some((one) => 'serviceKey' in one)) return 'service';
  return security.length > 0 ? 'deployment' : undefined;
}

const patternOf = (address: string, { parameters }: Operation): string =>
  address
    .replace(/\/$/, '')
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(parameters.some(({ hasSlashes }) => hasSlashes) ? '.+' : '[^/]+');

/** Within a service, the first operation that matches counts. */
const firstOfEach = (operations: readonly Operation[]): readonly Operation[] => [
  ...new Map([...operations].reverse().map((operation) => [operation.service, operation])).values(),
];

/** The function that a JSONP script calls, and what it passes. Undefined if it is another script. */
export function jsonpOf(script: string): { readonly callback: string; readonly value: unknown } | undefined {
  const [, callback, text] = /^[\s;]*(?:\/\*.*?\*\/\s*)?([\w$.]+)\s*\(([\s\S]*)\)[\s;]*$/.exec(script) ?? [];
  if (callback === undefined || text === undefined) return undefined;
  const value = parsed(text);
  return typeof value === 'string' ? undefined : { callback, value };
}
