import type * as v from 'valibot';

/**
 * The API of a company's service: for the documents in `dist/services/`, the tests and `npm run check:services`. Rooms
 * declare it in a `contract.ts`, which is never downloaded.
 */
export interface ServiceContract {
  /** Names the document. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A sentence: who names the service's address, if the deployment does not. */
  readonly whereabouts?: string;
  /** The module that declares the constants in `schemas`. Their comments are the descriptions in the document. */
  readonly file: string;
  readonly schemas: Readonly<Record<string, v.GenericSchema>>;
  readonly calls: readonly CallContract[];
}

export interface CallContract {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** As in the deployment. Empty: the deployment does not use this call. */
  readonly hosts: readonly string[];
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for each parameter of the path. */
  readonly path: string;
  readonly parameters?: readonly ParameterContract[];
  readonly body?: ContentContract;
  /** By status, or by class such as `4XX`. */
  readonly answers: Readonly<Record<string, AnswerContract>>;
  /** The frame sends and accepts cookies. */
  readonly withCredentials?: boolean;
  /** The frame never sends an Authorization header. */
  readonly isForeign?: boolean;
  /** The service may refuse the example when nobody is signed in. */
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
  /** Default `application/json`. With several types, the same JSON is sent as any of them. */
  readonly types?: readonly string[];
}

export interface AnswerContract {
  readonly description: string;
  /** Without it, the frame does not read the answer. */
  readonly content?: ContentContract;
  /** Headers that the frame reads, which the service must expose. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A socket of a company's service, with the messages in each direction. Examples are whole frames. */
export interface SocketContract {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As in the deployment. Undefined: the deployment does not use it. */
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
