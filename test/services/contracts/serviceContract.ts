import type * as v from 'valibot';

/**
 * The API of a service: for the documents in `dist/services/`, the tests and `npm run check:services`. Never downloaded.
 */
export interface ServiceContract {
  /** Names the document. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whose service it is, if not the company's own. The contract is then the part of its API that the frame uses. */
  readonly vendor?: string;
  /** A key of the service's own. It goes with the calls that are `isKeyed`. */
  readonly serviceKey?: ServiceKeyContract;
  /** A sentence: who names the service's address, if the deployment does not. */
  readonly whereabouts?: string;
  /** The module that declares the constants in `schemas`. Their comments are the descriptions in the document. */
  readonly file: string;
  readonly schemas: Readonly<Record<string, v.GenericSchema>>;
  readonly calls: readonly CallContract[];
}

export interface ServiceKeyContract {
  readonly description: string;
  /** The value of the Authorization header, if it is the same for all visitors. */
  readonly value?: string;
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
  /** The service's own key is sent in the Authorization header, and not the company's. */
  readonly isKeyed?: boolean;
  /** The service may refuse the example when nobody is signed in. */
  readonly isExampleRefused?: boolean;
  /** A script element loads it, which needs no permission for cross-origin access. */
  readonly isScript?: boolean;
  /** A GET that changes something at the service. A check must not send it. */
  readonly hasEffect?: boolean;
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
  /** A value of the path that may have several segments. */
  readonly hasSlashes?: boolean;
  /** The value is JSON. */
  readonly isJson?: boolean;
}

export interface ContentContract {
  readonly schema: v.GenericSchema;
  readonly example: unknown;
  /** Default `application/json`. With several types, the same content is sent as any of them. */
  readonly types?: readonly string[];
  /** The schema and the example describe what the script passes to its callback (JSONP). */
  readonly isJsonp?: boolean;
}

/** An answer of the type `text/event-stream`. */
export interface StreamContract {
  readonly description: string;
  /** The data of each event, by its name. */
  readonly events: Readonly<Record<string, v.GenericSchema>>;
  /** A whole stream, as it is on the wire. */
  readonly example: string;
}

export interface AnswerContract {
  readonly description: string;
  /** The service may answer in parts, if the request accepts it. */
  readonly stream?: StreamContract;
  /** Without it, the frame does not read the answer. */
  readonly content?: ContentContract;
  /** Headers that the frame reads, which the service must expose. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A socket of a service, with the messages in each direction. Examples are whole frames. */
export interface SocketContract {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whose service it is, if not the company's own. */
  readonly vendor?: string;
  /** As in the deployment, with `{name}` for each parameter of the path. Empty: the deployment does not use it. */
  readonly addresses: readonly string[];
  /** The path and query of a socket without an address. */
  readonly path?: string;
  readonly parameters?: readonly PathParameterContract[];
  readonly subprotocol?: string;
  readonly login: LoginContract;
  readonly contentType: string;
  /** The module that declares the constants in `schemas`, and these constants. Frames that are not JSON have none. */
  readonly file?: string;
  readonly schemas?: Readonly<Record<string, v.GenericSchema>>;
  readonly sent: readonly FrameContract[];
  readonly received: readonly FrameContract[];
}

export interface LoginContract {
  /** SASL PLAIN, or a token in the first frame. */
  readonly type: 'plain' | 'token';
  readonly description: string;
}

export interface PathParameterContract {
  readonly name: string;
  readonly description: string;
  /** The values of the deployment, or else an example. */
  readonly values: readonly string[];
}

export interface FrameContract {
  readonly name: string;
  readonly summary: string;
  readonly example: unknown;
  /** The schema of a frame that is JSON. */
  readonly schema?: v.GenericSchema;
  /** The names of the frames that may answer it. */
  readonly answers?: readonly string[];
}
