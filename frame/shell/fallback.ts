import * as styles from '../../styles/fallback.css.ts';
import type { TextReader } from '../text/texts.ts';
import type { PaneStore } from './paneStore.ts';
import type { coreTexts } from './texts.ts';

export interface FallbackFacts {
  readonly shell: PaneStore;
  /** Calls back after every change of the shell's state, until the returned function is called. */
  readonly watchShell: (listener: () => void) => () => void;
  readonly read: { readonly pane: TextReader<keyof typeof coreTexts> };
  /** Loads the frame document again, with the pane open. */
  readonly reopen: () => void;
}

/** The pane without React: its outline while the app downloads, a sentence and buttons when that failed (SH-033, SH-173). */
export function showFallback(
  document: Document,
  { shell, watchShell, read, reopen }: FallbackFacts,
): { remove(): void } {
  const box = document.createElement('main');
  box.className = styles.box;
  document.body.append(box);
  let shown = '';
  let hasRetried = false;

  function outline(): void {
    const lines = Array.from({ length: 5 }, () => {
      const line = document.createElement('div');
      line.className = styles.line;
      return line;
    });
    box.ariaBusy = 'true';
    box.ariaLabel = read.pane('loading');
    box.role = 'status';
    box.replaceChildren(...lines);
  }

  function button(text: 'tryAgain' | 'close', press: () => void): HTMLElement {
    const element = document.createElement('button');
    element.className = styles.button;
    element.textContent = read.pane(text);
    element.addEventListener('click', press);
    return element;
  }

  function failure(): void {
    box.role = box.ariaBusy = null;
    const sentence = document.createElement('p');
    sentence.setAttribute('role', 'alert');
    sentence.textContent = read.pane('chunkFailed');
    const again = button('tryAgain', () => {
      if (hasRetried) reopen();
      hasRetried = true;
      void shell.prepare();
    });
    const close = button('close', () => shell.hide({ returnsFocus: true }));
    box.replaceChildren(sentence, again, close);
    if (!shell.state.isPaneHidden && shell.state.takesFocus) again.focus();
  }

  function update(): void {
    const { app } = shell.state;
    if (app === shown) return;
    shown = app;
    if (app === 'failed') failure();
    else if (app !== 'ready') outline();
  }

  const unwatch = watchShell(update);
  update();
  return {
    remove() {
      unwatch();
      box.remove();
    },
  };
}
