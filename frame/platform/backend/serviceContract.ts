import type * as v from 'valibot';

/**
 * What a service of the company offers to the frame: for the documents in `dist/services/`, the tests and `npm run check:services`.
 * Rooms declare it in a `contract.ts`, of which nothing is downloaded.
 */
export interface ServiceContract {
  /** Names the document. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Who says where the service is, if it is not the deployment: a sentence. */
  readonly whereabouts?: string;
  /** The module whose constants `schemas` are. Their comments are the descriptions in the document. */
  readonly file: string;
  readonly schemas: Readonly<Record<string, v.GenericSchema>>;
  readonly calls: readonly CallContract[];
}

export interface CallContract {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** As the deployment names them. Empty: it does without this call. */
  readonly hosts: readonly string[];
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for each parameter of the path. */
  readonly path: string;
  readonly parameters?: readonly ParameterContract[];
  readonly body?: ContentContract;
  /** By status, or by class such as `4XX`. */
  readonly answers: Readonly<Record<string, AnswerContract>>;
  /** The frame sends and takes cookies. */
  readonly withCredentials?: boolean;
  /** The frame sends no Authorization header, whatever the deployment says. */
  readonly isForeign?: boolean;
  /** Asked by somebody unknown, as a check is, the service may refuse. */
  readonly isExampleRefused?: boolean;
}

export interface ParameterContract {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly description: string;
  readonly schema: v.GenericSchema;
  readonly example: unknown;
  readonly isRequired?: boolean;
  /** The example names nothing that exists. A check must not ask a company's service for it. */
  readonly isMadeUp?: boolean;
  /** The value is JSON. */
  readonly isJson?: boolean;
}

export interface ContentContract {
  readonly schema: v.GenericSchema;
  readonly example: unknown;
  /** Default `application/json`. With several, the same JSON travels as any of them. */
  readonly types?: readonly string[];
}

export interface AnswerContract {
  readonly description: string;
  /** Without it, the frame does not read the answer. */
  readonly content?: ContentContract;
  /** Headers that the frame reads, which the service must expose. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A socket of the company: what travels in each direction. Examples are whole frames. */
export interface SocketContract {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As the deployment names it. Undefined: it does without. */
  readonly address: string | undefined;
  readonly subprotocol: string;
  /** How the frame logs in, by SASL PLAIN. */
  readonly login: string;
  readonly contentType: string;
  readonly sent: readonly FrameContract[];
  readonly received: readonly FrameContract[];
}

export interface FrameContract {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
}
