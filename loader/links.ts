import { linkAttribute } from './config.ts';
import { pill } from './elements.ts';
import { fields } from './page.ts';

/** The page's contact links. A click is found by delegation, so nothing about a link leaves the page before it is clicked. */

/** The wording of each kind of link, which is the value of its attribute. Links of other kinds keep their own. */
let wordings: Readonly<Record<string, string>> = {};
/** The kinds whose plain clicks go to the frame. */
let takenKinds: readonly unknown[] = [];
/** The page's own texts where the widget has changed them. Each is stored once, however often it is changed (F-SE21). */
let pageTexts = new Map<Text, string>();
/** What the visitor pressed last, the pill or a link. The focus returns to it. */
export let opener: HTMLElement = pill;

export function setLinks(newWordings: typeof wordings, kinds: typeof takenKinds): void {
  wordings = newWordings;
  // As texts, so that none of them equals `null`, the missing attribute of other elements.
  takenKinds = kinds.map(String);
  wordLinks();
}

/** Undefined for the document and the window, which have no attributes. */
const kindOf = (target: Element): string => target.getAttribute?.(linkAttribute) as string;

/**
 * Gives new links their wording. The first text of a link becomes the wording, and its other texts become empty. Elements inside the
 * link stay, and so do icons with their letters (F-SH18), and texts that are not shown. Returns the kind of each link. Throws when
 * `data-link-attribute` is not the name of an attribute.
 */
export function wordLinks(): readonly string[] {
  const links = [...document.querySelectorAll(`[${linkAttribute}]`)];
  for (const link of links) {
    // Only texts have `trim`.
    let newText = wordings[kindOf(link)]?.trim().slice(0, 200);
    if (newText && !link.matches('[data-contact-link-keep]')) {
      const walker = document.createTreeWalker(link, 4 satisfies typeof NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        if (
          !(text.parentNode as Element).matches('[role=img],i,[aria-hidden],style,svg *,noscript') &&
          text.data.trim()
        ) {
          pageTexts.set(text, pageTexts.get(text) ?? text.data);
          // Set only what differs, because the page may observe its texts.
          if (text.data !== newText) text.data = newText;
          newText = '';
        }
      }
    }
  }
  return links.map(kindOf);
}

/**
 * The facts about the clicked link, as JSON, if the frame takes it: the innermost link (F-SH1), unless it is in a modal dialog of the
 * page, which our pane would be behind (F-PG16).
 */
export function takeLink(path: readonly EventTarget[]): string | undefined {
  const link = path.find((target) => takenKinds.includes(kindOf(target as Element))) as HTMLAnchorElement | undefined;
  if (!link || link.matches(':modal *')) return undefined;
  opener = link;
  return JSON.stringify({ ...link.dataset, kind: kindOf(link), href: link.href }, fields);
}

export function pillPressed(): void {
  opener = pill;
}

/** Restores the page's own texts, and leaves all clicks to the page. */
export function restoreLinks(): void {
  pageTexts.forEach((data, text) => {
    text.data = data;
  });
  pageTexts = new Map();
  wordings = {};
  takenKinds = [];
}
