import * as v from 'valibot';
import { createMonitor, type MonitorAnswer, type MonitorRequest } from '../../../identity/monitor.ts';
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

/** What the monitor last said of a channel's visit. */
const visits = new WeakMap<ChannelPorts, MonitorAnswer>();

/**
 * CH-151, CH-175: what the monitor knows of the visit; without a gateway nothing. The first time the visit is made known, later
 * times it is brought up to date.
 */
export async function monitorVisit(ports: ChannelPorts, consumerId: string): Promise<ConsumerInfo> {
  const deployment = v.parse(asyncDeployment, ports.deployment.async ?? {});
  if (deployment.gatewayHosts.length === 0) return {};
  const monitor = createMonitor({
    call: ports.call,
    clock: ports.clock,
    lifetime: ports.lifetime,
    hosts: deployment.gatewayHosts,
    otherHosts: deployment.otherMonitorHosts,
    path: deployment.paths.monitor,
    countryCode: () => ports.visitor().countryCode,
  });
  let cancel = (): void => {};
  const late = new Promise<undefined>((resolve) => {
    const stop = ports.clock.after(visitWaitMs, () => cancel());
    cancel = ports.lifetime.add(() => {
      stop();
      resolve(undefined);
    });
  });
  const before = visits.get(ports);
  const body = visitBody(ports, consumerId);
  const asked = before
    ? monitor.update({ ...body, engagementAttributes: visitAttributes(ports), monitorInfo: toInfo(before) })
    : monitor.create(body);
  const known = await Promise.race([asked, late]).finally(() => cancel());
  if (known) visits.set(ports, known);
  return { ...toInfo(known), engagementDetails: known?.engagementDetails };
}

/** Whether the monitor has been told of this visit. */
export function isMonitored(ports: ChannelPorts): boolean {
  return visits.has(ports);
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
