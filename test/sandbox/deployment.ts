import type { InferInput } from 'valibot';
import type { deploymentSchema } from '../../frame/deployment/deployment.ts';
import type { SandboxUrls } from './services/all.ts';

export type SandboxDeployment = InferInput<typeof deploymentSchema>;

/** The deployment that the widget's origin serves as `frame/config.json`. Every service in it is the sandbox. */
export function sandboxDeployment({ hostUrl, servicesUrl }: SandboxUrls): SandboxDeployment {
  return {
    allowedHosts: ['http://localhost:*', 'http://127.0.0.1:*'],
    connectOrigins: [servicesUrl.replace(/^http/, 'ws')],
    scheduler: {
      hosts: [servicesUrl],
      classifierHosts: [`${servicesUrl}/classifier`],
      idempotencyHeader: 'Idempotency-Key',
      privacyUrl: `${hostUrl}/privacy`,
    },
    contact: { hosts: [servicesUrl], olderHosts: [`${servicesUrl}/older`] },
    experiments: { datafile: `${servicesUrl}/experiments/datafile.json`, events: `${servicesUrl}/experiments/events` },
    analytics: { url: `${servicesUrl}/analytics/events` },
    scriptOrigins: [servicesUrl],
    chat: {
      environment: 'sandbox',
      hiddenAgentMarkers: ['sales-routing'],
      signInUrl: `${servicesUrl}/sign-in`,
      createAccountUrl: `${servicesUrl}/sign-in`,
      accounts: ['liveperson', 'softlayer', 'liveperson2', 'softlayermessaging', 'lemessaging'].map((service) => ({
        service,
        account: '4711',
        baseURI: servicesUrl,
      })),
      channels: {
        support: {
          script: `${servicesUrl}/support-chat/deployment.js`,
          chatUrl: `${servicesUrl}/support-chat`,
          deploymentId: '572000000000001',
          orgId: '00D000000000001',
          buttons: { default: '573000000000001' },
        },
        bot: { hosts: { main: `${servicesUrl}/bot` }, employeeCheckUrl: `${servicesUrl}/bot/employee` },
        sync: { domainHosts: [servicesUrl], profileHosts: [servicesUrl], sandboxAccount: '4711' },
        async: { domainHosts: [servicesUrl], profileHosts: [servicesUrl], gatewayHosts: [servicesUrl] },
        assistant: { stagingScriptUrl: `${servicesUrl}/assistant/entry.js`, integrationId: 'northwind-guide' },
      },
    },
    identity: {
      brokerHosts: [servicesUrl],
      logHosts: [servicesUrl],
      signInHosts: [servicesUrl],
      settingsHosts: [servicesUrl],
      signInSenders: [servicesUrl.replace(/^https?:\/\//, '')],
    },
    visitor: { geoHosts: [`${servicesUrl}/geo`] },
  };
}
