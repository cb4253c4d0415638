import type { PageUrls } from '../template.ts';

/**
 * A page that could conflict with the widget. It is served at `/isolation/<name>`, with its style sheet and its script at the
 * same path plus `.css` and `.js`. All these pages have the same body, and those without pictures also a contact link that keeps its
 * text, so the widget should change nothing in it.
 */
export interface IsolationPage {
  readonly name: string;
  readonly about: string;
  readonly headers?: (urls: PageUrls) => Readonly<Record<string, string | readonly string[]>>;
  readonly css?: string;
  /** A script that runs before the loader. If `loader` is null, this script adds the loader. */
  readonly js?: (urls: PageUrls) => string;
  readonly doctype?: string;
  /** Attributes of the html element, with a leading space. */
  readonly attributes?: string;
  readonly head?: (urls: PageUrls) => string;
  /** Added after the common body. */
  readonly body?: string;
  /** The content type. Default: HTML. */
  readonly type?: string;
  /** Attributes of the loader's tag; null if the page's script adds the loader. */
  readonly loader?: ((urls: PageUrls) => string) | null;
  /** Why the pill and the pane cannot look exactly like the plain page's. */
  readonly differs?: string;
  /** Why the page itself changes during the test, so that only the pill, the pane and the violations are compared. */
  readonly moves?: string;
  /** The page changes itself after the widget has drawn its pill, and then sets `data-changed` on its root. */
  readonly isChanging?: boolean;
  /** Runs in the page. The test opens the page without the widget, and waits for this before it opens it with the widget. */
  readonly isPrepared?: () => boolean;
  /** Why the page's contact link cannot open the pane. The pill can. */
  readonly noLink?: string;
  /** A global that the page needs. Browsers without it skip the page. */
  readonly needs?: string;
}

/** The nonce of every script on these pages. */
export const nonce = 'c2NlcHRpYw';

/** A page script that adds the loader, as tag managers do. */
export const addLoader = (urls: PageUrls): string => `'use strict';
if (!location.search.includes('loader=none')) {
  const script = document.createElement('script');
  script.src = ${JSON.stringify(urls.widgetUrl)} + '/loader.js';
  script.dataset.focusArea = 'cloud';
  document.head.append(script);
}`;
