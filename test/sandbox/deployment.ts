import type { InferInput } from 'valibot';
import type { deploymentSchema } from '../../frame/deployment.ts';
import type { SandboxUrls } from './services/all.ts';

export type SandboxDeployment = InferInput<typeof deploymentSchema>;

/** The deployment that the sandbox's widget origin answers as `frame/config.json`: every service is the sandbox itself. */
export function sandboxDeployment({ servicesUrl }: SandboxUrls): SandboxDeployment {
  return {
    allowedHosts: ['http://localhost:*', 'http://127.0.0.1:*'],
    connectOrigins: [servicesUrl.replace(/^http/, 'ws')],
    contact: { hosts: [servicesUrl], olderHosts: [`${servicesUrl}/older`] },
    experiments: { datafile: `${servicesUrl}/experiments/datafile.json`, events: `${servicesUrl}/experiments/events` },
    analytics: { url: `${servicesUrl}/analytics/events` },
    scriptOrigins: [servicesUrl],
    chat: {
      environment: 'sandbox',
      hiddenAgentMarkers: ['sales-routing'],
      channels: {
        support: {
          script: `${servicesUrl}/support-chat/deployment.js`,
          chatUrl: `${servicesUrl}/support-chat`,
          deploymentId: '572000000000001',
          orgId: '00D000000000001',
          buttons: { default: '573000000000001' },
        },
        bot: { hosts: { main: `${servicesUrl}/bot` }, employeeCheckUrl: `${servicesUrl}/bot/employee` },
        assistant: { stagingScriptUrl: `${servicesUrl}/assistant/entry.js`, integrationId: 'northwind-guide' },
      },
    },
    visitor: { geoHosts: [`${servicesUrl}/geo`] },
  };
}
