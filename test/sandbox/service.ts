import type { WebSocket } from 'ws';
import type { SandboxDeployment } from './deployment.ts';

/** One call to the sandbox, already read. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, else the raw text; undefined without a body. */
  readonly body: unknown;
  /** Values of `:name` steps of the route's path. */
  readonly params: Readonly<Record<string, string>>;
}

export interface SandboxAnswer {
  /** Default 200. */
  readonly status?: number;
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
  /** A string body's content type; default text/plain. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SandboxRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Steps that begin with a colon match one step each: `/appointments/:number`. */
  readonly path: string;
  readonly answer: (request: SandboxRequest) => SandboxAnswer | Promise<SandboxAnswer>;
}

export interface SandboxSocketRoute {
  readonly path: string;
  readonly connect: (socket: WebSocket, request: SandboxRequest) => void;
}

/** One stand-in for a company or vendor service: speaks its wire, keeps its state in memory. */
export interface SandboxService {
  readonly name: string;
  readonly routes: readonly SandboxRoute[];
  readonly sockets?: readonly SandboxSocketRoute[];
  /** What this service adds to the widget's deployment now; read at every page load. */
  readonly deployment?: () => Partial<SandboxDeployment>;
  /** Plays a control command such as `agent`; the first service that knows it answers. */
  readonly control?: (command: string, body: Record<string, unknown>) => SandboxAnswer | undefined;
  /** Forgets everything that calls have made. */
  readonly reset: () => void;
}
