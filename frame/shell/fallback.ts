import * as styles from '../../styles/fallback.css.ts';
import type { TextReader } from '../text/texts.ts';
import type { PaneStore } from './paneStore.ts';
import type { coreTexts } from './texts.ts';

export interface FallbackFacts {
  readonly pane: PaneStore;
  readonly read: { readonly pane: TextReader<keyof typeof coreTexts> };
  /** Reloads the frame with the pane open. False if that is not possible. */
  readonly reopen: () => Promise<boolean>;
}

/**
 * The pane without React: its outline while the app downloads, a message and buttons after a failed download (SH-033,
 * SH-173).
 */
export function showFallback(document: Document, { pane, read, reopen }: FallbackFacts): { remove(): void } {
  const create = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, fields: Partial<HTMLElementTagNameMap[Tag]>) =>
    Object.assign(document.createElement(tag), fields);
  const box = create('main', { className: styles.box });
  document.body.append(box);
  let shown = '';

  const button = (text: 'tryAgain' | 'close', onclick: () => void): HTMLElement =>
    create('button', { className: styles.button, textContent: read.pane(text), onclick });
  const hide = (): void => pane.hide({ returnsFocus: true });

  function show(...content: readonly HTMLElement[]): void {
    box.replaceChildren(...content, button('close', hide));
  }

  function outline(): void {
    const lines = Array.from({ length: 5 }, () => create('div', { className: styles.line }));
    show(create('p', { role: 'status', textContent: read.pane('loading') }), ...lines);
  }

  function failure(): void {
    const again = button('tryAgain', async () => {
      if (!(await reopen())) await pane.prepare();
    });
    show(create('p', { role: 'alert', textContent: read.pane('chunkFailed') }), again);
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
