import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { createPageSetUps, type PageSetUps } from '../pages/pageSetUps.ts';
import { createControl } from './control.ts';
import { cutSocket, makeFaulty } from './faultySocket.ts';
import { corsHeaders, plainHeaders, readBody, vendorHeaders, writeAnswer, writeStream } from './httpAnswer.ts';
import { createRequestLog } from './requestLog.ts';
import { findRoute } from './router.ts';
import { type CallRule, createRuleBook, hasServiceHeaders, isReplaced } from './rules.ts';
import type { SandboxAnswer, SandboxRequest, SandboxRoute, SandboxService } from './service.ts';

export interface ServicesHost {
  /** The company's services, and the control interface. */
  readonly server: Server;
  /** The vendors, with only the permissions that their documents show. */
  readonly vendors: Server;
  readonly services: () => readonly SandboxService[];
  /** Breaks every websocket and every call that is still open. */
  readonly closeConnections: () => void;
}

/** A call to a service, and its answer. */
export interface Exchange {
  /** Whose service it is. */
  readonly party: Party;
  readonly url: URL;
  readonly call: SandboxRequest;
  readonly answer: SandboxAnswer;
  /** A rule has answered in place of the service. */
  readonly isFault: boolean;
}

/** A frame of a socket, before the fault rules. */
export interface SocketFrame {
  readonly path: string;
  readonly connection: number;
  /** As the service sees it. */
  readonly direction: 'in' | 'out';
  readonly frame: unknown;
}

type Party = 'company' | 'vendors';

/**
 * All services, their fault rules and their request log, on two origins: the company's and the vendors'. The services are created on
 * the first call. Without `areVendorsApart`, the company's origin answers for the vendors too.
 */
export function createServicesHost(
  createServices: () => readonly SandboxService[],
  {
    areVendorsApart,
    setUps = createPageSetUps(),
    isUncached = false,
    onExchange,
    onFrame,
  }: {
    readonly areVendorsApart: boolean;
    readonly setUps?: PageSetUps;
    readonly isUncached?: boolean;
    readonly onExchange?: (exchange: Exchange) => void;
    readonly onFrame?: (frame: SocketFrame) => void;
  },
): ServicesHost {
  let created: readonly SandboxService[] | undefined;
  const services = (): readonly SandboxService[] => {
    created ??= createServices();
    return created;
  };
  const rules = createRuleBook();
  const log = createRequestLog(() => Date.now());
  const sockets = new Map<WebSocket, string>();
  const streams = new Set<Duplex>();
  const delays = new Set<NodeJS.Timeout>();
  let connections = 0;

  const control = createControl({
    rules,
    log,
    setUps,
    services,
    breakConnections(path) {
      for (const [socket, socketPath] of sockets) if (socketPath.startsWith(path)) socket.terminate();
    },
    cutConnections(rule) {
      for (const [socket, path] of sockets) {
        if (path.startsWith(rule.path) && rules.forConnection(path)) cutSocket(socket, rule);
      }
    },
  });

  const isOf = (party: Party, isVendor: boolean): boolean => !areVendorsApart || isVendor === (party === 'vendors');
  const routesOf = (party: Party): readonly SandboxRoute[] =>
    services().flatMap(({ routes }) => routes.filter(({ vendor }) => isOf(party, vendor !== undefined)));

  async function handle(party: Party, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/')) {
      response.writeHead(400).end();
      return;
    }
    const { pathname } = targetOf(request);
    const headers =
      party === 'company'
        ? corsHeaders(request)
        : vendorHeaders(request, findRoute(routesOf(party), pathname)?.route.vendor);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    const call = readTarget(request, await readBody(request));
    if (party === 'company' && call.path.startsWith('/__sandbox/')) {
      writeAnswer(response, control(call), headers);
      return;
    }
    log.add({ ...call, query: Object.fromEntries(call.query) });
    const rule = rules.forCall(call.method, call.path);
    if (rule?.drop === true) request.socket.destroy();
    if (rule?.drop === true || rule?.hang === true) return;
    const answer = await answerTo(party, call, rule);
    const url = targetOf(request, request.headers.host);
    if (!answer.stream) onExchange?.({ party, url, call, answer, isFault: isReplaced(rule) });
    await pause(rule?.delayMs);
    if (rule?.drop === 'after') request.socket.destroy();
    if (rule?.drop === 'after' || rule?.hang === 'after') return;
    const sentHeaders = hasServiceHeaders(rule) ? headers : {};
    if (!answer.stream) return writeAnswer(response, answer, sentHeaders);
    const type = answer.type ?? 'text/event-stream';
    writeStream(response, answer, sentHeaders, (body) =>
      onExchange?.({ party, url, call, answer: { type, body }, isFault: answer.isFault === true }),
    );
  }

  async function answerTo(party: Party, call: SandboxRequest, rule: CallRule | undefined): Promise<SandboxAnswer> {
    if (rule && isReplaced(rule)) {
      const { status = 200, body = {}, headers = {} } = rule;
      return { status, body, headers };
    }
    const answer = await answerFrom(routesOf(party), call);
    const uncached = isUncached ? { 'cache-control': 'no-store' } : {};
    return { ...answer, headers: { ...answer.headers, ...uncached, ...rule?.headers } };
  }

  function pause(delayMs: number | undefined): Promise<void> {
    if (!delayMs) return Promise.resolve();
    return new Promise((resolve) => {
      const delay = setTimeout(() => {
        delays.delete(delay);
        resolve();
      }, delayMs);
      delays.add(delay);
    });
  }

  const upgrades = new WebSocketServer({ noServer: true });

  async function connect(party: Party, request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    streams.add(stream);
    stream.on('close', () => streams.delete(stream));
    stream.on('error', () => stream.destroy());
    const call = readTarget(request, undefined);
    connections += 1;
    const connection = connections;
    log.add({ ...call, method: 'WS', query: Object.fromEntries(call.query), connection });
    const routed = findRoute(
      services().flatMap(({ sockets = [] }) => sockets.filter(({ isVendor }) => isOf(party, isVendor === true))),
      call.path,
    );
    const rule = rules.forCall('WS', call.path);
    if (rule?.hang) return;
    await pause(rule?.delayMs);
    if (rule?.drop) stream.destroy();
    else if (rule?.status !== undefined || !routed) {
      stream.end(`HTTP/1.1 ${rule?.status ?? 404} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    } else {
      upgrades.handleUpgrade(request, stream, head, (socket) => {
        const params = routed.params;
        accept(socket, connection, { ...call, params }, routed.route.connect);
      });
    }
  }

  function accept(
    socket: WebSocket,
    connection: number,
    call: SandboxRequest,
    serve: (socket: WebSocket, request: SandboxRequest) => void,
  ): void {
    sockets.set(socket, call.path);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.terminate());
    const cut = rules.forConnection(call.path);
    if (cut) {
      cutSocket(socket, cut);
      return;
    }
    makeFaulty(socket, {
      path: call.path,
      rules,
      onFrame(direction, text) {
        const { path } = call;
        const frame = readFrame(text);
        log.add({ method: 'FRAME', path, query: {}, headers: {}, body: frame, direction, connection });
        onFrame?.({ path, connection, direction, frame });
      },
    });
    serve(socket, call);
  }

  function createOrigin(party: Party): Server {
    const server = createServer((request, response) => {
      handle(party, request, response).catch((error: unknown) => {
        console.error(`sandbox: ${request.method} ${request.url} failed`, error);
        if (!response.headersSent) writeAnswer(response, { status: 500, body: { message: 'sandbox error' } }, {});
      });
    });
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      connect(party, request, stream, head).catch(() => stream.destroy());
    });
    return server;
  }

  const server = createOrigin('company');
  const vendors = createOrigin('vendors');
  return {
    server,
    vendors,
    services,
    closeConnections() {
      for (const delay of delays) clearTimeout(delay);
      for (const stream of streams) stream.destroy();
      server.closeAllConnections();
      vendors.closeAllConnections();
    },
  };
}

async function answerFrom(routes: readonly SandboxRoute[], call: SandboxRequest): Promise<SandboxAnswer> {
  const method = call.method === 'HEAD' ? 'GET' : call.method;
  const routed = findRoute(
    routes.filter((route) => route.method === method),
    call.path,
  );
  if (routed) return routed.route.answer({ ...call, params: routed.params });
  const hasPath = findRoute(routes, call.path) !== undefined;
  return { status: hasPath ? 405 : 404, body: { message: `no service answers ${call.method} ${call.path}` } };
}

/** The address of a request. A target that begins with two slashes is a path, not another host. */
function targetOf(request: IncomingMessage, host = 'sandbox'): URL {
  return new URL(`http://${host}${request.url}`);
}

function readTarget(request: IncomingMessage, body: unknown): SandboxRequest {
  const url = targetOf(request);
  return {
    method: (request.method ?? 'GET').toUpperCase(),
    path: url.pathname,
    query: url.searchParams,
    headers: plainHeaders(request),
    body,
    params: {},
  };
}

function readFrame(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
