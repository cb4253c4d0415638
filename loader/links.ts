import { linkAttribute } from './config.ts';

/** The links that the frame has been told about. A link's index is its id, also after the page has removed the link. */
export let toldLinks: HTMLAnchorElement[] = [];
/** The links whose present attributes the frame knows. A set, so that the time for a scan grows linearly with the number of links. */
export let knownLinks = new Set<Node>();
/** The ids of the links whose plain clicks go to the frame. */
export let takenIds: readonly number[] = [];
/** Puts the page's own texts back, the last change first. */
const undoTexts: (() => void)[] = [];

/** From now on, all links are new, and their clicks go to the page. */
export function forgetLinks(): void {
  toldLinks = [];
  knownLinks = new Set();
  takenIds = [];
}

/** The links that are new or have changed since the frame was told. The frame interprets their attributes. */
export function linkChanges(): object[] {
  toldLinks = [...new Set([...toldLinks, ...document.querySelectorAll<HTMLAnchorElement>(`[${linkAttribute}]`)])];
  // Not `flatMap`, which pages with old libraries lack.
  return toldLinks
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
 * The first text of a link gets the wording, the others become empty. Elements inside it stay, and so do icons with their letters
 * (F-SH18). `map` exists on arrays only.
 */
export function setLinkText(ids: readonly number[], wording: string): void {
  const write = (id: number): void => {
    const walker = document.createTreeWalker(toldLinks[id] as Node, 4 satisfies typeof NodeFilter.SHOW_TEXT);
    let newText = wording.slice(0, 200);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const { data } = text;
      if (!(text.parentNode as Element).matches('[aria-hidden],title,i,[role=img]') && data.trim()) {
        undoTexts.unshift(() => {
          text.data = data;
        });
        text.data = newText;
        newText = '';
      }
    }
  };
  ids.map(write);
}

/** Restores the page's own texts, and leaves all clicks to the page. */
export function restoreLinks(): void {
  undoTexts.splice(0).map((undo) => undo());
  takenIds = [];
}
