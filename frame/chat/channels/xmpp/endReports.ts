import type { ChannelPorts } from '../../channel.ts';
import { createKeptEnds } from '../ground/keptEnds.ts';
import type { Desk } from './deployment.ts';
import type { Xml } from './xml.ts';

export interface EndReportsParts {
  /** Whose conversations are ended; undefined until the account is known. */
  readonly owner: () => string | undefined;
  readonly deskConfig: Pick<Desk, 'address'>;
  /** Resolves to whether the server has the stanza. */
  readonly deliver: (stanza: Xml) => Promise<boolean>;
  readonly farewell: (to: string, conversationId: string) => Xml;
  /** An end has been reported, or could not be. */
  readonly onReported: () => void;
}

/** Reports to the desks that the visitor has left, until the server has accepted it, on this page or a later one. */
export interface EndReports {
  /** Whether there is an end that the server does not have. */
  readonly areOpen: boolean;
  has(conversationId: string): boolean;
  keep(conversationId: string): void;
  report(conversationId: string): Promise<void>;
  reportAll(): Promise<unknown>;
}

export function createEndReports(
  ports: Pick<ChannelPorts, 'adapterId' | 'clock' | 'storage'>,
  { owner, deskConfig, deliver, farewell, onReported }: EndReportsParts,
): EndReports {
  const kept = createKeptEnds(ports);
  const running = new Map<string, Promise<void>>();

  function open() {
    const name = owner();
    return name === undefined ? [] : kept.of(name);
  }

  async function deliverEnd(conversationId: string): Promise<void> {
    const end = open().find((one) => one.conversationId === conversationId);
    const isHandled = await deliver(farewell(end?.address ?? deskConfig.address, conversationId));
    running.delete(conversationId);
    if (isHandled) kept.remove(conversationId);
    onReported();
  }

  function report(conversationId: string): Promise<void> {
    const report = running.get(conversationId) ?? deliverEnd(conversationId);
    running.set(conversationId, report);
    return report;
  }

  return {
    get areOpen() {
      return open().length > 0;
    },
    has: (id) => open().some(({ conversationId }) => conversationId === id),
    keep(conversationId) {
      const name = owner();
      if (name !== undefined) kept.keep({ conversationId, owner: name, address: deskConfig.address });
    },
    report,
    reportAll: () => Promise.all(open().map(({ conversationId }) => report(conversationId))),
  };
}
