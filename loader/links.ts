import { linkAttribute } from './config.ts';

/** The links that have been reported to the frame. A link's index is its id, even after the page has removed the link. */
export let reportedLinks: HTMLAnchorElement[] = [];
/** The links whose current attributes the frame knows. A set, so that the time for a scan grows linearly with the number of links. */
export let knownLinks = new Set<Node>();
/** The ids of the links whose plain clicks go to the frame. */
export let takenIds: readonly number[] = [];
/** The page's own texts, where the widget has changed them: one for each, however often it does (F-SE21). */
const pageTexts = new Map<Text, string>();

/** From now on, all links count as new, and their clicks go to the page. */
export function forgetLinks(): void {
  reportedLinks = [];
  knownLinks = new Set();
  takenIds = [];
}

/** The links that are new or have changed since the last report. The frame interprets their attributes. */
export function linkChanges(): object[] {
  reportedLinks = [
    ...new Set([...reportedLinks, ...document.querySelectorAll<HTMLAnchorElement>(`[${linkAttribute}]`)]),
  ];
  // Not `flatMap`, which pages with old libraries lack.
  return reportedLinks
    .map((link, id) => {
      if (knownLinks.has(link)) return false;
      knownLinks.add(link);
      return { ...link.dataset, kind: link.getAttribute(linkAttribute), href: link.href, id };
    })
    .filter((record) => record) as object[];
}

export function takeLinks(ids: readonly number[]): void {
  takenIds = ids;
}

/**
 * The first text of each link becomes the wording, and its other texts become empty. Elements inside the link stay, and so do icons
 * with their letters (F-SH18), and texts that are not shown.
 */
export function setLinkText(ids: readonly number[], wording: string): void {
  for (const id of new Set(ids)) {
    const walker = document.createTreeWalker(reportedLinks[id] as Node, 4 satisfies typeof NodeFilter.SHOW_TEXT);
    // Only texts have `trim`.
    let newText = wording.trim().slice(0, 200);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const { data } = text;
      if (!(text.parentNode as Element).matches('[aria-hidden],style,noscript,i,[role=img],svg *') && data.trim()) {
        pageTexts.set(text, pageTexts.get(text) ?? data);
        text.data = newText;
        newText = '';
      }
    }
  }
}

/** Restores the page's own texts, and leaves all clicks to the page. */
export function restoreLinks(): void {
  for (const [text, data] of pageTexts) text.data = data;
  pageTexts.clear();
  takenIds = [];
}
