import type { ChatAvailability } from '../analytics/events.ts';

/** The attributes of visitor and page for experiments (CH-205). Unknown ones are omitted. */
export interface ExperimentAttributes {
  /** The page's URL without query and fragment, which may hold personal data. */
  readonly visitor_url: string;
  readonly chat_availability: ChatAvailability;
  readonly popup_displayed: boolean;
  /** False for the company's employees. Absent until the employee check has answered. */
  readonly non_ibm_visitor?: boolean;
  readonly language: string;
  readonly device_type: 'mobile' | 'desktop';
}

export interface AttributeFacts {
  /** As services may receive it. */
  readonly pageUrl: string;
  /** The page's address with its whole query, which is never sent. */
  readonly address: string;
  readonly chatAvailability: ChatAvailability;
  readonly isPopupDisplayed: boolean;
  readonly isEmployee: boolean | undefined;
  readonly language: string;
  readonly isMobile: boolean;
}

export function toAttributes(facts: AttributeFacts): ExperimentAttributes {
  return {
    visitor_url: facts.pageUrl.replace(/[?#].*/s, ''),
    chat_availability: facts.chatAvailability,
    popup_displayed: facts.isPopupDisplayed,
    ...(facts.isEmployee === undefined ? {} : { non_ibm_visitor: !facts.isEmployee }),
    language: facts.language,
    device_type: facts.isMobile ? 'mobile' : 'desktop',
  };
}

/** The prefix of attributes with the parameters of the page's address. They are used for decisions and never sent. */
export const queryPrefix = 'query_';

/** The parameters of the page's address, for audiences: `?plan=pro` becomes `query_plan: 'pro'`. */
export function queryAttributes({ address }: AttributeFacts): Readonly<Record<string, string>> {
  const query = URL.canParse(address) ? new URL(address).searchParams : [];
  return Object.fromEntries([...query].map(([name, value]) => [`${queryPrefix}${name}`, value]));
}
