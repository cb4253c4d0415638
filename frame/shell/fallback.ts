import * as styles from '../../styles/fallback.css.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import { isAddress } from '../text/isUrl.ts';
import type { TextReader } from '../text/texts.ts';
import type { PaneStore } from './paneStore.ts';
import { coreTexts } from './texts.ts';

export interface FallbackFacts {
  readonly pane: PaneStore;
  readonly read: { readonly pane: TextReader<keyof typeof coreTexts> };
  readonly host: Pick<RemoteHost, 'openUrl'>;
  readonly page: { readonly state: { readonly facts: { readonly settings: Readonly<Record<string, string>> } } };
  readonly deployment: {
    readonly brand?: { readonly $styles?: { readonly sheet: string } | undefined } | undefined;
  };
  /** Reloads the frame with the pane open. False if that is not possible. */
  readonly reopen: () => Promise<boolean>;
}

/**
 * The pane without React: its header and outline while the app downloads; a message, buttons and the page's own links after a failed
 * download (SH-033, SH-173).
 */
export function showFallback(document: Document, facts: FallbackFacts): { remove(): void } {
  const { pane, read, reopen, host, page, deployment } = facts;
  const brandSheet = deployment.brand?.$styles?.sheet;
  if (brandSheet) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(brandSheet);
    document.adoptedStyleSheets.push(sheet);
  }
  const create = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, fields: Partial<HTMLElementTagNameMap[Tag]>) =>
    Object.assign(document.createElement(tag), fields);
  const box = create('main', { className: styles.box });
  document.body.append(box);
  let shown = '';

  const hide = (): void => pane.hide({ returnsFocus: true });

  function show(...content: readonly HTMLElement[]): void {
    const header = create('header', { className: styles.header });
    header.append(
      create('h1', { className: styles.title, textContent: read.pane('title') }),
      create('button', { className: styles.button, textContent: read.pane('close'), onclick: hide }),
    );
    box.replaceChildren(header, ...content);
  }

  function outline(): void {
    const lines = Array.from({ length: 5 }, () => create('div', { className: styles.button }));
    show(create('p', { role: 'status', textContent: read.pane('loading') }), ...lines);
  }

  /** The page's own links (SH-083). */
  const pageLinks = (): readonly HTMLElement[] =>
    // The attributes have the names of their texts, such as `defaultContact`.
    (Object.keys(coreTexts) as (keyof typeof coreTexts)[]).flatMap((name) => {
      const href = name.startsWith('default') ? page.state.facts.settings[name]?.trim() : undefined;
      if (!href || !isAddress(href)) return [];
      const onclick = (event: Event): void => {
        event.preventDefault();
        void host.openUrl(href, 'self');
      };
      return [create('a', { href, className: styles.button, textContent: read.pane(name), onclick })];
    });

  function failure(): void {
    const again = create('button', {
      className: styles.primary,
      textContent: read.pane('tryAgain'),
      async onclick() {
        if (!(await reopen())) await pane.prepare();
      },
    });
    show(create('p', { role: 'alert', textContent: read.pane('chunkFailed') }), again, ...pageLinks());
    // In a hidden pane, both are false.
    if (pane.state.takesFocus || document.hasFocus()) again.focus();
  }

  function update(): void {
    const { app } = pane.state;
    if (app === shown) return;
    shown = app;
    if (app === 'failed') failure();
    else if (app === 'loading') outline();
  }

  document.onkeydown = ({ key }) => {
    if (key === 'Escape') hide();
  };
  const unwatch = pane.watch(update);
  return {
    remove() {
      unwatch();
      document.onkeydown = null;
      box.remove();
    },
  };
}
