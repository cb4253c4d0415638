import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

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
  /** It answers with a script, for which browsers need no permission. */
  readonly isScript: boolean;
  /** Whether the deployment's key goes with it. */
  readonly takesKey: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly example: unknown;
  readonly isJson: boolean;
  /** The example names nothing that exists. */
  readonly isMadeUp: boolean;
}

export interface Cors {
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
  /** The operation of a request; undefined if no document has it. */
  find(method: string, url: URL): Operation | undefined;
  /** What the document does not allow, a sentence each. */
  requestProblems(operation: Operation, request: SentRequest): readonly string[];
  answerProblems(operation: Operation, answer: Answer): readonly string[];
}

type Content = Readonly<Record<string, { readonly schema: unknown; readonly example: unknown }>>;

interface OperationNode {
  readonly operationId: string;
  readonly servers: readonly { readonly url: string; readonly 'x-placeholder'?: boolean }[];
  readonly parameters?: readonly (Pick<Parameter, 'name' | 'in' | 'required'> & {
    readonly example?: unknown;
    readonly content?: Content;
    readonly 'x-made-up'?: boolean;
  })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security: readonly unknown[];
  readonly 'x-cors': Cors;
  readonly 'x-example-refused'?: boolean;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
}

type Documents = Readonly<Record<string, unknown>>;

/** Reads the OpenAPI documents, by file name. */
export function readOperations(documents: Documents): Operations {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, validateFormats: false });
  const files = Object.keys(documents).filter((file) => file.endsWith('.openapi.json'));
  for (const file of files) ajv.addSchema(documents[file] as object, file);
  const all = files.flatMap((file) => operationsOf(file, documents[file] as Document));
  const patterns = all.map((operation) => ({
    operation,
    addresses: operation.addresses.map((address) => new RegExp(`^${patternOf(address)}/?$`)),
  }));

  const validators = new Map<string, ValidateFunction>();

  function problemsAt(operation: Operation, keys: readonly string[], value: unknown, where: string): readonly string[] {
    const pointer = ['paths', operation.path, operation.method.toLowerCase(), ...keys].map(pointerPart).join('/');
    const $ref = `${operation.service}.openapi.json#/${pointer}`;
    const validate = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, validate);
    return validate(value) ? [] : sentencesOf(validate.errors ?? [], where);
  }

  const nodeOf = ({ service, path, method }: Operation): OperationNode | undefined =>
    (documents[`${service}.openapi.json`] as Document).paths[path]?.[method.toLowerCase()];

  return {
    all,
    find: (method, { origin, pathname }) =>
      patterns.find(
        ({ operation, addresses }) =>
          operation.method === method && addresses.some((address) => address.test(`${origin}${pathname}`)),
      )?.operation,
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
      for (const name of query.keys()) problems.push(`the document has no query parameter ${name}`);
      const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
      if (operation.requestTypes.length === 0)
        return body === undefined ? problems : [...problems, 'the document has no body'];
      if (!operation.requestTypes.includes(type)) return [...problems, `the document has no body of the type ${type}`];
      const content = typeof body === 'string' ? parsed(body) : body;
      return [...problems, ...problemsAt(operation, ['requestBody', 'content', type, 'schema'], content, 'the body')];
    },
    answerProblems(operation, { status, type, body }) {
      const responses = nodeOf(operation)?.responses ?? {};
      const key = [String(status), `${String(status)[0]}XX`, 'default'].find((one) => one in responses);
      if (key === undefined) return [`the document has no answer with the status ${status}`];
      const [expected] = Object.keys(responses[key]?.content ?? {});
      if (expected === undefined || (key === 'default' && !isJson(type))) return [];
      if (isJson(expected) ? !isJson(type) : !type.startsWith(expected))
        return [`the content type is ${type || 'missing'}, and not ${expected}`];
      return problemsAt(operation, ['responses', key, 'content', expected, 'schema'], body, 'the answer');
    },
  };
}

function operationsOf(file: string, { paths }: Document): readonly Operation[] {
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
      })),
      requestTypes: Object.keys(node.requestBody?.content ?? {}),
      cors: node['x-cors'],
      isScript: 'text/javascript' in (node.responses['200']?.content ?? {}),
      isGranted: node['x-example-refused'] !== true,
      takesKey: node.security.length > 0,
    })),
  );
}

const isJson = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json\b/.test(type);

const pointerPart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const patternOf = (address: string): string =>
  address
    .replace(/\/$/, '')
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The errors that are deepest in the value say most: those above follow from them. */
function sentencesOf(errors: readonly ErrorObject[], where: string): readonly string[] {
  const depthOf = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const deepest = Math.max(...errors.map(depthOf));
  const sentences = errors
    .filter((error) => depthOf(error) === deepest)
    .map(({ instancePath, message, params }) => {
      const at = instancePath === '' ? where : `${where} at ${instancePath.slice(1).replaceAll('/', '.')}`;
      const named = 'additionalProperty' in params ? `: ${params.additionalProperty}` : '';
      return `${at} ${message}${named}`;
    });
  return [...new Set(sentences)].slice(0, 3);
}
