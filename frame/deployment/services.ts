import { botService } from '../chat/botService/contract.ts';
import { gatewayService } from '../chat/channels/async/contract.ts';
import { xmppSocket } from '../chat/channels/xmpp/contract.ts';
import { contactService } from '../contact/contract.ts';
import { inquiryService } from '../contact/form/contract.ts';
import { privacyService } from '../contact/privacy/contract.ts';
import { brokerService } from '../identity/contract.ts';
import { geoService } from '../identity/geoContract.ts';
import { analyticsService } from '../insight/analytics/contract.ts';
import { offerService } from '../outreach/contract.ts';
import type { ServiceContract, SocketContract } from '../platform/backend/serviceContract.ts';
import { schedulerService } from '../scheduler/contract.ts';
import type { Deployment } from './deployment.ts';

/**
 * The services that a company implements itself, with the hosts and paths of a deployment. Used by the build, the tests and
 * `npm run check:services`.
 */
export function servicesOf(deployment: Deployment, inquiryAddresses: readonly URL[] = []): readonly ServiceContract[] {
  const { contact, scheduler, identity, privacy, visitor, chat, outreach, analytics } = deployment;
  return [
    contactService(contact),
    inquiryService(inquiryAddresses),
    geoService(visitor),
    schedulerService(scheduler),
    botService(chat.channels.bot, chat.accounts),
    brokerService(identity),
    gatewayService(chat.channels.async),
    privacyService(privacy),
    offerService(outreach),
    analyticsService(analytics),
  ];
}

/** The sockets that a company implements itself. */
export const socketsOf = ({ chat }: Deployment): readonly SocketContract[] => [xmppSocket(chat.channels.xmpp)];
