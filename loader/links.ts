import type { PageLink } from '../bridge/records.ts';

/** Every link ever seen; its place is its id, stable for the life of the element. */
export const seenLinks: (HTMLElement | null)[] = [];
const rewordings: [text: Text, before: string][] = [];

/** The elements that carry the contact attribute, as they stand now; the frame knows what their values mean. */
export const scanLinks = (attribute: string): PageLink[] =>
  [...document.querySelectorAll<HTMLAnchorElement>(`[${attribute}]`)].map((element) => {
    const {
      href,
      dataset: { focusArea, purpose, resource },
    } = element;
    if (!seenLinks.includes(element)) seenLinks.push(element);
    const kind = element.getAttribute(attribute);
    return { id: seenLinks.indexOf(element), kind, href, focusArea, purpose, resource } as PageLink;
  });

/** Only the words change: icons and the page's own elements inside the link stay. */
export function setLinkText(ids: readonly number[], words: string): void {
  for (const id of ids) {
    const texts = document.createTreeWalker(seenLinks[id] as Element, 4 satisfies typeof NodeFilter.SHOW_TEXT);
    let rest = words.slice(0, 200);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.data.trim()) {
        rewordings.unshift([text, text.data]);
        text.data = rest;
        rest = '';
      }
    }
  }
}

/** Undoes the rewordings, newest first. */
export function restoreLinks(): void {
  for (const [text, before] of rewordings) text.data = before;
}
