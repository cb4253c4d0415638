import { linkAttribute } from './config.ts';

/** The links that the frame has been told about. A link's index is its id. */
export let toldLinks: HTMLAnchorElement[] = [];
/** A set, so that the time for a scan grows linearly with the number of links. */
let knownLinks = new Set<Element>();
/** The links whose plain clicks go to the frame. */
export let takenLinks: unknown[] = [];
/** Puts the page's own texts back, the last change first. */
const undoTexts: (() => void)[] = [];

/** From now on, all links are new, and their clicks go to the page. */
export function forgetLinks(): void {
  toldLinks = [];
  knownLinks = new Set();
  takenLinks = [];
}

/** The links that the frame does not know. It interprets their attributes. */
export const newLinks = (): object[] =>
  [...document.querySelectorAll<HTMLAnchorElement>(`[${linkAttribute}]`)]
    .filter((link) => !knownLinks.has(link))
    .map((link) => {
      knownLinks.add(link);
      // `push` returns the new length, so the new index is one less.
      return { ...link.dataset, kind: link.getAttribute(linkAttribute), href: link.href, id: toldLinks.push(link) - 1 };
    });

export function takeLinks(ids: readonly number[]): void {
  takenLinks = ids.map((id) => toldLinks[id]);
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
      if (!(text.parentNode as Element).matches('i,[role=img],[aria-hidden]') && data.trim()) {
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
  takenLinks = [];
}
