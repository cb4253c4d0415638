import type { WebSocket } from 'ws';
import type { SandboxDeployment } from './deployment.ts';

/** One parsed call to the sandbox. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, or the raw text if it is not JSON; undefined without a body. */
  readonly body: unknown;
  /** The values of the `:name` segments of the route's path. */
  readonly params: Readonly<Record<string, string>>;
}

export interface SandboxAnswer {
  /** Default 200. */
  readonly status?: number;
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
  /** The answer is wrong on purpose, so no document describes it. */
  readonly isFault?: boolean;
  /** Sends the body in parts, in place of `body`. */
  readonly stream?: (connection: StreamConnection) => void;
  /** The content type of a string body. Default `text/plain`. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The connection on which an answer is sent in parts. */
export interface StreamConnection {
  /** The text that is sent, or bytes. */
  write(part: string | Uint8Array): void;
  end(): void;
  /** Cuts the connection. */
  cut(): void;
  /** The client or the network has ended it. */
  onClose(listener: () => void): void;
}

/**
 * What a vendor's origin lets pages of others do with an answer. No vendor documents `Cross-Origin-Resource-Policy`, so none of them
 * sends it. `none`: scripts, JSONP and pages, which need no permission. `cors`: calls that the vendor's own client in the browser
 * makes to another origin, so they must allow it.
 */
export type VendorAccess = 'none' | 'cors';

export interface SandboxRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A segment that starts with a colon matches any one segment: `/appointments/:number`. */
  readonly path: string;
  readonly answer: (request: SandboxRequest) => SandboxAnswer | Promise<SandboxAnswer>;
  /** Present on a vendor's route, which only the vendors' origin answers. */
  readonly vendor?: VendorAccess;
}

export interface SandboxSocketRoute {
  readonly path: string;
  readonly isVendor?: boolean;
  readonly connect: (socket: WebSocket, request: SandboxRequest) => void;
}

/** A fake of one company or vendor service. It speaks the real wire format and keeps its state in memory. */
export interface SandboxService {
  readonly name: string;
  readonly routes: readonly SandboxRoute[];
  readonly sockets?: readonly SandboxSocketRoute[];
  /** What this service adds to the widget's deployment. Read on every page load. */
  readonly deployment?: () => Partial<SandboxDeployment>;
  /** Runs a control command such as `agent`. Returns undefined for a command of another service. */
  readonly control?: (command: string, body: Record<string, unknown>) => SandboxAnswer | undefined;
  /** Restores the initial state. */
  readonly reset: () => void;
}

/** The fields of a value; none if it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
