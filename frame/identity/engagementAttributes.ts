interface Facts {
  readonly visitor: () => { readonly userId: string | undefined; readonly isSignedIn: boolean; readonly role: string };
  /** The focus area is the subject of the chat. */
  readonly place: () => { readonly focusArea: string | undefined };
  readonly page: () => { readonly url: string };
}

/** The visitor's data as the typed records of an engagement (CH-116). `pageId` is the service's id of the page view, if it is known. */
export function engagementAttributes({ visitor, place, page }: Facts, pageId = ''): readonly unknown[] {
  const { userId: customerId = '', isSignedIn, role } = visitor();
  const { focusArea: topic = '' } = place();
  const { url } = page();
  return [
    { type: 'lead', lead: { topic } },
    { type: 'ctmrinfo', info: { customerId, loginStatus: isSignedIn ? 1 : 0 } },
    { type: 'ctmrinfo', info: { imei: url, chatStartUrl: url, chatStartUPageviewId: pageId, role } },
  ];
}
