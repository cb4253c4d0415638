import type { Deployment } from '../../../frame/deployment/deployment.ts';
import { analyticsService } from './analytics.ts';
import { botService } from './bot.ts';
import { brokerService } from './broker.ts';
import { contactService } from './contact.ts';
import { experimentsService } from './experiments.ts';
import { gatewayService } from './gateway.ts';
import { geoService } from './geo.ts';
import { inquiryService } from './inquiry.ts';
import { liveChatService } from './liveChat.ts';
import { directoryService } from './messagingDirectory.ts';
import { messagingSocket } from './messagingSocket.ts';
import { noticeService } from './notice.ts';
import { offerService } from './offers.ts';
import { privacyService } from './privacy.ts';
import { schedulerService } from './scheduler.ts';
import type { ServiceContract, SocketContract } from './serviceContract.ts';
import { vendorFilesService } from './vendorFiles.ts';
import { xmppFilesService, xmppSocket } from './xmpp.ts';

/** Addresses that no deployment names, because answers of services do. */
export interface FoundAddresses {
  /** The addresses the form in the pane sends to. */
  readonly inquiryAddresses?: readonly URL[];
  /** Origins of the vendor's live chat. */
  readonly liveChat?: readonly string[];
  /** Hosts of the vendor's messaging socket. */
  readonly messaging?: readonly string[];
  /** Origins of the vendor's agent profiles for messaging. */
  readonly profiles?: readonly string[];
}

/** The services that the frame calls, with the hosts and paths of a deployment: the company's own, then those of vendors. */
export function servicesOf(deployment: Deployment, found: FoundAddresses = {}): readonly ServiceContract[] {
  const { chat, scheduler } = deployment;
  const { inquiryAddresses = [], liveChat = [], profiles = [] } = found;
  return [
    contactService(deployment.contact),
    inquiryService(inquiryAddresses),
    geoService(deployment.visitor),
    schedulerService(scheduler),
    botService(chat.channels.bot, chat.accounts),
    brokerService(deployment.identity),
    gatewayService(chat.channels.async),
    privacyService(deployment.privacy),
    offerService(deployment.outreach),
    analyticsService(deployment.analytics),
    noticeService(scheduler),
    xmppFilesService(chat.channels.xmpp),
    liveChatService(chat, liveChat),
    directoryService(chat, profiles),
    experimentsService(deployment.experiments),
    vendorFilesService(deployment),
  ];
}

/** The sockets that the frame opens: the company's own, then the vendor's. */
export const socketsOf = ({ chat }: Deployment, { messaging = [] }: FoundAddresses = {}): readonly SocketContract[] => [
  xmppSocket(chat.channels.xmpp),
  messagingSocket(chat, messaging),
];
