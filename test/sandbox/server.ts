import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Headers, headersFor } from '../../frame/deployment/headers.ts';
import { createHostPages } from '../pages/hostPages.ts';
import { createPageSetUps } from '../pages/pageSetUps.ts';
import { type SandboxDeployment, sandboxDeployment } from './deployment.ts';
import type { SandboxService } from './service.ts';
import { createAllServices, type SandboxUrls } from './services/all.ts';
import { createServicesHost, type Exchange, type SocketFrame } from './servicesHost.ts';
import { createWidgetHost } from './widgetHost.ts';

export interface SandboxOptions {
  /**
   * The port of the host pages. The widget uses the next port, the services the one after, and the vendors the fifth after it: the
   * two between are for a chat server. 0 picks free ports.
   */
  readonly port: number;
  /** The built product. */
  readonly distDir: string;
  /** The host name in the addresses. The servers listen on loopback only, whatever the name. Default `localhost`. */
  readonly host?: 'localhost' | '127.0.0.1';
  /** The folder of the demo pages' files. Default: `test/pages` in the working directory. */
  readonly pagesDir?: string;
  /** Default: every service of `services/all.ts`. */
  readonly services?: (urls: SandboxUrls) => readonly SandboxService[];
  /** Replaces the deployment that the widget's origin serves as `frame/config.json`. */
  readonly config?: (urls: SandboxUrls) => SandboxDeployment;
  /**
   * Starts a proxy in front of the services, whose port it gets, and returns the proxy's port. `servicesUrl` is then the proxy's. The
   * proxy stands for the visitor's network, so the vendors are behind it too, on the same port.
   */
  readonly servicesProxy?: (servicesPort: number) => Promise<number>;
  /** Browsers keep no answer of a service, for tests that share a browser's cache. */
  readonly isUncached?: boolean;
  /** Hears of every call to a service. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Hears of every frame of a socket. */
  readonly onFrame?: (frame: SocketFrame) => void;
  /** Gets each server before it listens, for example to count its requests. */
  readonly onServer?: (server: Server, name: 'host' | 'widget' | 'services' | 'vendors') => void;
}

export interface Sandbox extends SandboxUrls {
  /** The services without a proxy, for the control interface and the agent desk. */
  readonly controlUrl: string;
  /** Stops immediately: cuts calls and websockets that are still open, and does not wait for them. */
  readonly close: () => Promise<void>;
}

const loopback = '127.0.0.1';

function productionHeaders(path: string, headers: Headers): Readonly<Record<string, string>> {
  if (path === '/loader.js') return headers.loader;
  if (path === '/frame/config.json') return headers.config;
  if (path.startsWith('/frame/assets/')) return headers.asset;
  return path.startsWith('/frame/') ? headers.document : headers.other;
}

/** Starts the host pages, the widget's origin, the company's services and the vendors, each on a loopback port of its own. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const name = options.host ?? 'localhost';
  const opened: Server[] = [];

  async function listen(server: Server, offset: number): Promise<void> {
    // Node closes an unused connection after 5 s. A call that a busy machine sends at that moment would fail.
    server.keepAliveTimeout = 600_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port === 0 ? 0 : options.port + offset, loopback, resolve);
    });
    opened.push(server);
  }
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const urlOf = (server: Server): string => `http://${name}:${portOf(server)}`;

  // The servers need each other's addresses. Free ports are known only after the servers listen, so these are set below.
  const urls = { hostUrl: '', widgetUrl: '', servicesUrl: '', vendorsUrl: '' };
  const setUps = createPageSetUps();
  const createServices = options.services ?? createAllServices;
  const services = createServicesHost((): readonly SandboxService[] => createServices(urls), {
    areVendorsApart: !options.servicesProxy,
    setUps,
    isUncached: options.isUncached === true,
    ...(options.onExchange ? { onExchange: options.onExchange } : {}),
    ...(options.onFrame ? { onFrame: options.onFrame } : {}),
  });
  const config = (): SandboxDeployment =>
    Object.assign(
      (options.config ?? sandboxDeployment)(urls),
      ...services.services().map((service) => service.deployment?.()),
    );
  const widget = createWidgetHost({
    distDir: options.distDir,
    config,
    headersFor: (path) => productionHeaders(path, headersFor(config())),
  });
  const integrityFile = join(options.distDir, 'loader.js.sri');
  const host = createHostPages({
    pagesDir: options.pagesDir ?? 'test/pages',
    setUps,
    // Read on each call: a new build changes it.
    urls: () => ({
      ...urls,
      arePreviewsServed: true,
      loaderIntegrity: existsSync(integrityFile) ? readFileSync(integrityFile, 'utf8').trim() : '',
    }),
  });

  async function close(): Promise<void> {
    services.closeConnections();
    await Promise.all(
      opened.map((server) => {
        server.closeAllConnections();
        return new Promise<void>((resolve) => server.close(() => resolve()));
      }),
    );
  }

  options.onServer?.(host, 'host');
  options.onServer?.(widget, 'widget');
  options.onServer?.(services.server, 'services');
  options.onServer?.(services.vendors, 'vendors');
  try {
    await listen(host, 0);
    await listen(widget, 1);
    await listen(services.server, 2);
    await listen(services.vendors, 5);
    const proxyPort = await options.servicesProxy?.(portOf(services.server));
    urls.servicesUrl = proxyPort === undefined ? urlOf(services.server) : `http://${name}:${proxyPort}`;
    urls.vendorsUrl = proxyPort === undefined ? urlOf(services.vendors) : urls.servicesUrl;
  } catch (error) {
    await close();
    throw error;
  }
  urls.hostUrl = urlOf(host);
  urls.widgetUrl = urlOf(widget);
  return { ...urls, controlUrl: urlOf(services.server), close };
}
