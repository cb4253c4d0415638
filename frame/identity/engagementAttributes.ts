export interface EngagementFacts {
  /** The subject of the chat: the focus area. */
  readonly topic: string | undefined;
  readonly customerId: string | undefined;
  readonly isSignedIn: boolean;
  readonly role: string;
  readonly pageUrl: string;
  /** The service's id of the page view; undefined before its first answer. */
  readonly pageId: string | undefined;
}

/** The visitor's data as the typed records of an engagement (CH-116). */
export function engagementAttributes(facts: EngagementFacts): readonly unknown[] {
  const { topic = '', customerId = '', isSignedIn, role, pageUrl, pageId = '' } = facts;
  return [
    { type: 'lead', lead: { topic } },
    { type: 'ctmrinfo', info: { customerId, loginStatus: isSignedIn ? 1 : 0 } },
    { type: 'ctmrinfo', info: { imei: pageUrl, chatStartUrl: pageUrl, chatStartUPageviewId: pageId, role } },
  ];
}
