import * as v from 'valibot';
import { engagementAttributes } from '../../../identity/engagementAttributes.ts';
import { createMonitor, type MonitorAnswer, type MonitorRequest, visitOf } from '../../../identity/monitor.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import { asyncDeployment } from './deployment.ts';

/** How long a conversation start waits for the monitor. */
export const visitWaitMs = 3_000;

/** Body of the monitor and engagement calls (CH-175, CH-183). */
export function visitBody(ports: ChannelPorts, consumerId: string): MonitorRequest {
  const visitor = ports.visitor();
  return {
    customerInfo: { customerId: visitor.userId, role: visitor.role },
    personalInfo: { firstname: visitor.firstName, lastname: visitor.lastName, contacts: [{ email: visitor.email }] },
    consumerId,
    clientProperties: { appVersion: '1.0', ipAddress: visitor.ipAddress },
    service: ports.entry.service,
    entryPoints: [ports.page().url],
  };
}

/** The visit as recorded by the monitor (CH-151, CH-175). Without a gateway there is no record. */
export function createVisit(ports: ChannelPorts) {
  const { lifetime, log } = ports;
  const deployment = v.parse(asyncDeployment, ports.deployment.async ?? {});
  const monitor = createMonitor({
    call: ports.call,
    clock: ports.clock,
    lifetime,
    hosts: deployment.gatewayHosts,
    otherHosts: deployment.otherMonitorHosts,
    path: deployment.paths.monitor,
    countryCode: () => ports.visitor().countryCode,
  });
  let answer: MonitorAnswer | undefined;
  /** Calls are queued, because an update needs the previous answer. */
  let pendingReport = Promise.resolve();

  async function send(consumerId: string): Promise<void> {
    const body = visitBody(ports, consumerId);
    try {
      answer = answer
        ? await monitor.update({
            ...body,
            engagementAttributes: visitAttributes(ports, answer.pageId),
            monitorInfo: toConsumerInfo(answer),
          })
        : await monitor.create(body);
    } catch (error) {
      if (lifetime.ended) return;
      answer = visitOf(error) ?? answer;
      log.warn('The visit could not be reported to the monitor.', error);
    }
  }

  return {
    get isReported(): boolean {
      return answer !== undefined;
    },
    /**
     * Creates the record on the first call and updates it on later ones. Resolves to the monitor's data. If the call fails or
     * takes too long, resolves to the previous data; a late answer is used by the next call.
     */
    async report(consumerId: string): Promise<ConsumerInfo> {
      if (deployment.gatewayHosts.length === 0) return {};
      pendingReport = pendingReport.then(() => send(consumerId));
      await Promise.race([pendingReport, pause(ports, visitWaitMs)]);
      return { ...toConsumerInfo(answer), engagementDetails: answer?.engagementDetails };
    },
  };
}

export type Visit = ReturnType<typeof createVisit>;

/** The monitor's record of the visit, sent with the conversation request (CH-151). */
export interface ConsumerInfo extends Partial<ReturnType<typeof toConsumerInfo>> {
  /** Not sent with the request; used for the engagement status call (CH-152). */
  readonly engagementDetails?: readonly unknown[] | undefined;
}

function toConsumerInfo(answer: MonitorAnswer | undefined) {
  const details = answer?.engagementDetails?.[0];
  return {
    sessionId: answer?.sessionId,
    visitorId: answer?.visitorId,
    pageId: answer?.pageId,
    campaignId: details?.campaignId,
    engagementId: details?.engagementId,
    contextId: details?.contextId,
  };
}

/** The visitor's data as typed records of an engagement (CH-116). */
function visitAttributes(ports: ChannelPorts, pageId: string | undefined): readonly unknown[] {
  const { firstName: firstname, lastName: lastname } = ports.visitor();
  return [...engagementAttributes(ports, pageId), { type: 'personal', personal: { firstname, lastname } }];
}
