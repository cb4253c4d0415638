import { serviceDocuments } from '../../.release/serviceDocuments.mjs';
import { parseDeployment } from '../../frame/deployment/deployment.ts';
import type { SocketFrame } from '../sandbox/servicesHost.ts';
import { liveChatService } from '../services/contracts/liveChat.ts';
import { directoryService } from '../services/contracts/messagingDirectory.ts';
import { messagingSocket } from '../services/contracts/messagingSocket.ts';
import { readOperations } from '../services/operations.ts';
import { readSocket, type SocketCheck } from '../services/socketOperations.ts';
import { createExchangeWatch } from './exchangeWatch.ts';

/** The documents of live chat and messaging, with all of the vendor's services at one origin. */
export function vendorDocuments(origin: string): Readonly<Record<string, unknown>> {
  const channels = {
    sync: { domainHosts: [origin], profileHosts: [origin] },
    async: { domainHosts: [origin], profileHosts: [origin] },
  };
  const { chat } = parseDeployment({ allowedHosts: [], contact: { hosts: [origin] }, chat: { channels } });
  const contracts = {
    services: [liveChatService(chat, [origin]), directoryService(chat, [origin])],
    sockets: [messagingSocket(chat, [origin])],
  };
  return serviceDocuments(contracts, { root: process.cwd(), version: '0.0.0' });
}

/** Notes what the documents do not allow in the calls and frames of the sandbox's live chat and messaging at this origin. */
export function createVendorWatch(origin: string) {
  const documents = vendorDocuments(origin);
  const operations = readOperations(documents);
  const createCheck = readSocket(documents['messaging.asyncapi.json']);
  const checks = new Map<number, SocketCheck>();
  const { problems, seen, onExchange } = createExchangeWatch(() => operations);
  return {
    problems,
    /** The calls and messages so far, by their names in the documents. */
    seen,
    onExchange,
    onFrame({ connection, direction, frame }: Omit<SocketFrame, 'path'>): void {
      const check = checks.get(connection) ?? createCheck();
      checks.set(connection, check);
      const { problems: found, message } = check.look(direction === 'in' ? 'sent' : 'received', frame);
      if (message) seen.add(`messaging ${message}`);
      problems.push(...found.map((problem) => `messaging socket: ${problem}`));
    },
  };
}
