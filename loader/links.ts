import type { PageLink } from '../bridge/records.ts';

const kinds = /^(chat|contact|email|phone|scheduler)(-link|-text)?$/;

/** The page's contact links: found, reported, reworded on request, and put back as they were at the end. */
export function createLinks(attribute: string) {
  const seen: Element[] = [];
  const ids = new Map<Element, number>();
  const originals = new Map<Text, string>();

  const kindOf = (element: Element): string | undefined => kinds.exec(element.getAttribute(attribute) ?? '')?.[0];

  function idOf(element: Element): number {
    const id = ids.get(element) ?? seen.push(element) - 1;
    ids.set(element, id);
    return id;
  }

  return {
    scan: (): PageLink[] =>
      [...document.querySelectorAll<HTMLAnchorElement>(`[${attribute}]`)].filter(kindOf).map((element) => {
        const { focusArea, purpose, resource } = element.dataset;
        return {
          id: idOf(element),
          kind: kindOf(element),
          href: element.href,
          focusArea,
          purpose,
          resource,
        } as PageLink;
      }),
    /** The link a plain click is for; modified clicks and text-only links stay the browser's (SH-089, SH-095). */
    clicked(event: MouseEvent): number | undefined {
      const element = (event.target as Element).closest(`[${attribute}]`);
      if (
        element &&
        !/text|^$/.test(kindOf(element) ?? '') &&
        !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      ) {
        return idOf(element);
      }
    },
    focus: (linkId: number) => (seen[linkId] as HTMLElement).focus(),
    /** Only the words change: icons and the page's own elements inside the link stay. */
    setText(linkIds: number | readonly number[], words: string) {
      for (const linkId of [linkIds].flat() as number[]) {
        const walker = document.createTreeWalker(seen[linkId] as Element, NodeFilter.SHOW_TEXT);
        let rest = words.slice(0, 200);
        while (walker.nextNode()) {
          const text = walker.currentNode as Text;
          if (!text.data.trim()) continue;
          if (!originals.has(text)) originals.set(text, text.data);
          text.data = rest;
          rest = '';
        }
      }
    },
    restore() {
      for (const [text, data] of originals) text.data = data;
    },
  };
}
