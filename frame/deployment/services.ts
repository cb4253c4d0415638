import { gatewayService } from '../chat/channels/async/contract.ts';
import { botService } from '../chat/channels/bot/contract.ts';
import { contactService } from '../contact/contract.ts';
import { inquiryService } from '../contact/form/contract.ts';
import { privacyService } from '../contact/privacy/contract.ts';
import { brokerService } from '../identity/contract.ts';
import { geoService } from '../identity/geoContract.ts';
import { analyticsService } from '../insight/analytics/contract.ts';
import { offerService } from '../outreach/contract.ts';
import type { ServiceContract } from '../platform/backend/serviceContract.ts';
import { schedulerService } from '../scheduler/contract.ts';
import { noticeService } from '../scheduler/noticeContract.ts';
import type { Deployment } from './deployment.ts';

/**
 * The services that a company implements itself, with the hosts and paths of a deployment. `inquiryAddresses` are the addresses the
 * form sends to, which only service answers name. `test/services/contracts/` adds the services of vendors and the XMPP server.
 */
export function companyServices(
  { contact, scheduler, identity, privacy, visitor, chat, outreach, analytics }: Deployment,
  inquiryAddresses: readonly URL[],
): readonly ServiceContract[] {
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
    noticeService(scheduler),
  ];
}
