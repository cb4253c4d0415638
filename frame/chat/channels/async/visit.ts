import * as v from 'valibot';
import { createMonitor, type MonitorAnswer, type MonitorRequest } from '../../../identity/monitor.ts';
import { describeError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import { asyncDeployment } from './deployment.ts';
import type { ConsumerInfo } from './requests.ts';

/** Longer than this nobody waits for the monitor before a conversation begins. Ours. */
export const visitWaitMs = 3_000;

/** CH-175, CH-183. */
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

/** The visit to the page as the monitor knows it (CH-151, CH-175); without a gateway nobody does. */
export interface Visit {
  /** Whether the monitor has been told of it. */
  readonly isKnown: boolean;
  /**
   * Makes the visit known the first time, later times brings it up to date; what the monitor knows of it. An answer that
   * fails or is late leaves what was known before; when a late one comes, it counts for the next time.
   */
  tell(consumerId: string): Promise<ConsumerInfo>;
}

export function createVisit(ports: ChannelPorts): Visit {
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
  let known: MonitorAnswer | undefined;
  /** One after the other: an update needs what the first answer says. */
  let telling = Promise.resolve();

  async function tell(consumerId: string): Promise<void> {
    const body = visitBody(ports, consumerId);
    try {
      known = known
        ? await monitor.update({ ...body, engagementAttributes: visitAttributes(ports), monitorInfo: toInfo(known) })
        : await monitor.create(body);
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The visit could not be monitored; the conversation begins without it.', describeError(error));
    }
  }

  return {
    get isKnown() {
      return known !== undefined;
    },
    async tell(consumerId) {
      if (deployment.gatewayHosts.length === 0) return {};
      telling = telling.then(() => tell(consumerId));
      await Promise.race([telling, pause(ports, visitWaitMs)]);
      return { ...toInfo(known), engagementDetails: known?.engagementDetails };
    },
  };
}

function toInfo(known: MonitorAnswer | undefined): ConsumerInfo {
  const details = known?.engagementDetails?.[0];
  return {
    sessionId: known?.sessionId,
    visitorId: known?.visitorId,
    pageId: known?.pageId,
    campaignId: details?.campaignId,
    engagementId: details?.engagementId,
    contextId: details?.contextId,
  };
}

/** The visitor in the engagement's typed records (CH-116). */
function visitAttributes(ports: ChannelPorts): readonly unknown[] {
  const visitor = ports.visitor();
  return [
    { type: 'ctmrinfo', info: { customerId: visitor.userId, loginStatus: visitor.isSignedIn ? 1 : 0 } },
    { type: 'personal', personal: { firstname: visitor.firstName, lastname: visitor.lastName } },
  ];
}
