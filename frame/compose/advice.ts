import { pageAdvice } from '../host/pageAdvice.ts';
import type { FirstCore } from '../widget.ts';

const given = new Set<string>();

/**
 * Tells the developer of the page, once, what is probably misspelt there. Downloaded at intent, or when the contact service has nothing for
 * the page.
 */
export function giveAdvice({ page, contact, settings, log }: FirstCore): void {
  const { facts, linkKinds } = page.state;
  const missing = contact.state.status === 'invalid' ? settings : undefined;
  for (const sentence of pageAdvice({ facts, linkKinds, missing })) {
    if (!given.has(sentence)) log.warn(sentence);
    given.add(sentence);
  }
}
