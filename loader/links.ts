import type { PageLink } from '../bridge/records.ts';
import { linkAttribute } from './config.ts';

/** Every link ever seen; its place is its id, stable for the life of the element. */
export const seenLinks: HTMLElement[] = [];
/** The id of each, found without a search, so that ten thousand links cost ten times a thousand. */
export const linkIds = new Map<Element | null, number>();
/** What stood there before our first wording. */
const rewordings = new Map<Text, string>();

/** The elements that carry the contact attribute, as they stand now; the frame knows what their values mean. */
export const scanLinks = (): PageLink[] =>
  [...document.querySelectorAll<HTMLAnchorElement>(`[${linkAttribute}]`)].map((element) => {
    const {
      href,
      dataset: { resource, focusArea, purpose },
    } = element;
    if (!linkIds.has(element)) linkIds.set(element, seenLinks.push(element) - 1);
    return {
      resource,
      href,
      kind: element.getAttribute(linkAttribute),
      id: linkIds.get(element),
      focusArea,
      purpose,
    } as PageLink;
  });

/** Only the words change: icons and the page's own elements inside the link stay. */
export function setLinkText(ids: readonly number[], words: string): void {
  // biome-ignore lint/suspicious/useIterableCallbackReturn: `map` because only lists have it; a set may hold millions.
  ids.map((id) => {
    const texts = document.createTreeWalker(seenLinks[id] as Element, 4 satisfies typeof NodeFilter.SHOW_TEXT);
    let rest = words.substr(0, 200);
    // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
    for (let text: Text; (text = texts.nextNode() as Text); ) {
      if (text.data.trim()) {
        rewordings.has(text) || rewordings.set(text, text.data);
        text.data = rest;
        rest = '';
      }
    }
  });
}

/** Undoes the rewordings. */
export const restoreLinks = (): void =>
  // biome-ignore lint/suspicious/useIterableCallbackReturn: bytes.
  rewordings.forEach((before, text) => (text.data = before));
