import type { InferInput } from 'valibot';
import type { deploymentSchema } from '../../frame/deployment/deployment.ts';
import { uploadService } from './prosody.ts';
import type { SandboxUrls } from './services/all.ts';
import { deskAddress, guestHost, type XmppNames } from './xmppServer.ts';

export type SandboxDeployment = InferInput<typeof deploymentSchema>;

/** The deployment that the widget's origin serves as `frame/config.json`. Every service and vendor in it is the sandbox. */
export function sandboxDeployment({ hostUrl, servicesUrl, vendorsUrl }: SandboxUrls): SandboxDeployment {
  return {
    allowedHosts: ['http://localhost:*', 'http://127.0.0.1:*'],
    pictureOrigins: ['https://pictures.northwind.example'],
    addressOverrides: ['identity', 'consent', 'chatAccount', 'developer'],
    connectOrigins: [vendorsUrl.replace(/^http/, 'ws')],
    scheduler: {
      hosts: [servicesUrl],
      classifierHosts: [`${servicesUrl}/classifier`],
      idempotencyHeader: 'Idempotency-Key',
      privacyUrl: `${hostUrl}/privacy`,
      organizer: { name: 'Northwind', email: 'calls@northwind.example' },
    },
    contact: { hosts: [servicesUrl], olderHosts: [`${servicesUrl}/older`] },
    experiments: { datafile: `${servicesUrl}/experiments/datafile.json`, events: `${servicesUrl}/experiments/events` },
    analytics: { url: `${servicesUrl}/analytics/events` },
    // The company's own script is the JSONP answer of the employee check.
    scriptOrigins: [...new Set([servicesUrl, vendorsUrl])],
    chat: {
      environment: 'sandbox',
      hiddenAgentMarkers: ['sales-routing'],
      signInUrl: `${servicesUrl}/sign-in`,
      createAccountUrl: `${servicesUrl}/sign-in`,
      accounts: [
        ...['liveperson', 'softlayer', 'liveperson2', 'softlayermessaging', 'lemessaging'].map((service) => ({
          service,
          account: '4711',
          baseURI: vendorsUrl,
        })),
        { service: 'bot', account: 'rehearsal', baseURI: `${servicesUrl}/rehearsal/bot` },
      ],
      channels: {
        support: {
          script: `${vendorsUrl}/support-chat/deployment.js`,
          chatUrl: `${vendorsUrl}/support-chat`,
          deploymentId: '572000000000001',
          orgId: '00D000000000001',
          buttons: { default: '573000000000001', billing: '573000000000002' },
        },
        bot: { hosts: { main: `${servicesUrl}/bot` }, employeeCheckUrl: `${servicesUrl}/bot/employee` },
        sync: { domainHosts: [vendorsUrl], profileHosts: [vendorsUrl], sandboxAccount: '4711' },
        async: { domainHosts: [vendorsUrl], profileHosts: [vendorsUrl], gatewayHosts: [servicesUrl] },
        assistant: { stagingScriptUrl: `${vendorsUrl}/assistant/entry.js`, integrationId: 'northwind-guide' },
      },
    },
    identity: {
      brokerHosts: [servicesUrl],
      logHosts: [servicesUrl],
      revokePath: '/revoke',
      signInHosts: [servicesUrl],
      settingsHosts: [servicesUrl],
      signInSenders: [servicesUrl.replace(/^https?:\/\//, '')],
    },
    privacy: { hosts: [servicesUrl] },
    visitor: { geoHosts: [`${servicesUrl}/geo`] },
  };
}

/** The same with a static file in place of the contact service, as a small company has it. */
export function withContactFile(deployment: SandboxDeployment): SandboxDeployment {
  return { ...deployment, contact: { ...deployment.contact, file: '/contact.json' } };
}

/** The same with the vendor's own assistant, which needs no bot service of the company. */
export function withVendorAssistant(deployment: SandboxDeployment, vendorsUrl: string): SandboxDeployment {
  const { chat, connectOrigins = [] } = deployment;
  const assistant = {
    wire: 'vendor' as const,
    stagingScriptUrl: `${vendorsUrl}/web-chat/versions/latest/WatsonAssistantChatEntry.js`,
    integrationId: 'northwind-web-chat',
  };
  const channels = { ...chat?.channels, bot: {}, assistant };
  return { ...deployment, connectOrigins: [...connectOrigins, vendorsUrl], chat: { ...chat, channels } };
}

/** The same with the assistant of `test/assistant/` at this address, in place of the sandbox's bot. */
export function withAssistant(deployment: SandboxDeployment, address: string): SandboxDeployment {
  const { chat } = deployment;
  const bot = chat?.channels?.bot as Readonly<Record<string, unknown>> | undefined;
  const channels = { ...chat?.channels, bot: { ...bot, hosts: { main: address } } };
  return { ...deployment, chat: { ...chat, channels } };
}

export interface XmppOptions {
  readonly uploadOrigin?: string;
  readonly limits?: { readonly maxBytes?: number; readonly types?: string[] };
  readonly names?: XmppNames;
}

/** The same with people on an XMPP server of this machine. */
export function withXmpp(
  deployment: SandboxDeployment,
  port: number,
  { uploadOrigin = `http://127.0.0.1:${port}`, limits = {}, names = { guestHost, deskAddress } }: XmppOptions = {},
): SandboxDeployment {
  const { chat } = deployment;
  const xmpp = {
    address: `ws://127.0.0.1:${port}/xmpp-websocket`,
    guestHost: names.guestHost,
    files: { service: uploadService, origin: uploadOrigin, ...limits },
    desks: { sales: { address: names.deskAddress, name: 'Northwind sales' } },
  };
  // The proxy of a real deployment adds the header that `require-corp` wants of pictures (test/xmpp/nginx.conf).
  const embedderPolicy = 'credentialless' as const;
  return { ...deployment, embedderPolicy, chat: { ...chat, channels: { ...chat?.channels, xmpp } } };
}

/**
 * The same without vendors and without services that answer with a script (JSONP). Only then does the frame enforce Trusted Types
 * and require CORP.
 */
export function isolatedDeployment(urls: SandboxUrls): SandboxDeployment {
  const deployment = sandboxDeployment(urls);
  const channels = { bot: { hosts: { main: `${urls.servicesUrl}/bot` } } };
  return { ...deployment, scriptOrigins: [], connectOrigins: [], chat: { ...deployment.chat, accounts: [], channels } };
}
