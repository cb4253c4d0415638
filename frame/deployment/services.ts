import { gatewayService } from '../chat/channels/async/contract.ts';
import { directoryService } from '../chat/channels/async/directoryContract.ts';
import { messagingSocket } from '../chat/channels/async/socketContract.ts';
import { botService } from '../chat/channels/bot/contract.ts';
import { liveChatService } from '../chat/channels/sync/contract.ts';
import { xmppSocket } from '../chat/channels/xmpp/contract.ts';
import { xmppFilesService } from '../chat/channels/xmpp/filesContract.ts';
import { contactService } from '../contact/contract.ts';
import { inquiryService } from '../contact/form/contract.ts';
import { privacyService } from '../contact/privacy/contract.ts';
import { brokerService } from '../identity/contract.ts';
import { geoService } from '../identity/geoContract.ts';
import { analyticsService } from '../insight/analytics/contract.ts';
import { experimentsService } from '../insight/experiments/contract.ts';
import { offerService } from '../outreach/contract.ts';
import type { ServiceContract, SocketContract } from '../platform/backend/serviceContract.ts';
import { schedulerService } from '../scheduler/contract.ts';
import { noticeService } from '../scheduler/noticeContract.ts';
import type { Deployment } from './deployment.ts';
import { vendorFilesService } from './vendorFilesContract.ts';

/** Addresses that no deployment names, because answers of services do. */
export interface FoundAddresses {
  /** Where the form in the pane sends. */
  readonly inquiryAddresses?: readonly URL[];
  /** Origins of the vendor's live chat. */
  readonly liveChat?: readonly string[];
  /** Hosts of the vendor's messaging socket. */
  readonly messaging?: readonly string[];
  /** Origins of the vendor's agent profiles for messaging. */
  readonly profiles?: readonly string[];
}

/**
 * The services that the frame calls, with the hosts and paths of a deployment: those that a company implements itself, then those of
 * vendors. Used by the build, the tests and `npm run check:services`.
 */
export function servicesOf(deployment: Deployment, found: FoundAddresses = {}): readonly ServiceContract[] {
  const { contact, scheduler, identity, privacy, visitor, chat, outreach, analytics, experiments } = deployment;
  const { inquiryAddresses = [], liveChat = [], profiles = [] } = found;
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
    xmppFilesService(chat.channels.xmpp),
    liveChatService(chat, liveChat),
    directoryService(chat, profiles),
    experimentsService(experiments),
    vendorFilesService(deployment),
  ];
}

/** The sockets that the frame opens: the company's own, then the vendor's. */
export const socketsOf = ({ chat }: Deployment, { messaging = [] }: FoundAddresses = {}): readonly SocketContract[] => [
  xmppSocket(chat.channels.xmpp),
  messagingSocket(chat, messaging),
];
