import type { PageLink } from '../bridge/records.ts';
import { linkAttribute } from './config.ts';

/** Every link found so far. A link's index is its id and is stable for the life of the element. */
export const seenLinks: HTMLElement[] = [];
/** The id of each link. A map, so that the time for a scan grows linearly with the number of links. */
export const linkIds = new Map<Element | null, number>();
/** The page's own text of every text node that was changed. */
const originalTexts = new Map<Text, string>();

/** Reads the elements that carry the contact attribute now. The frame interprets their values. */
export const scanLinks = (): PageLink[] =>
  [...document.querySelectorAll<HTMLAnchorElement>(`[${linkAttribute}]`)].map((element) => {
    const {
      href,
      dataset: { resource, focusArea, purpose },
    } = element;
    // `push` returns the new length, so the new index is one less.
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

/** Changes only text nodes, so that icons and other elements inside the link stay. */
export function setLinkText(ids: readonly number[], wording: string): void {
  // biome-ignore lint/suspicious/useIterableCallbackReturn: `map` exists on arrays only; a Set could hold millions of ids.
  ids.map((id) => {
    const texts = document.createTreeWalker(seenLinks[id] as Element, 4 satisfies typeof NodeFilter.SHOW_TEXT);
    // The first non-blank text node gets the whole wording, the others become empty.
    let remaining = wording.substr(0, 200);
    // biome-ignore lint/suspicious/noAssignInExpressions: bytes.
    for (let text: Text; (text = texts.nextNode() as Text); ) {
      if (text.data.trim()) {
        // Store only the first value: later ones are ours.
        originalTexts.has(text) || originalTexts.set(text, text.data);
        text.data = remaining;
        remaining = '';
      }
    }
  });
}

/** Restores the page's own texts. */
export const restoreLinks = (): void =>
  // biome-ignore lint/suspicious/useIterableCallbackReturn: bytes.
  originalTexts.forEach((original, text) => (text.data = original));
