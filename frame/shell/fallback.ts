import { subscribe } from 'valtio/vanilla';
import * as styles from '../../styles/fallback.css.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { TextReader } from '../text/texts.ts';
import type { ShellStore } from './store.ts';
import type { paneTexts } from './texts.ts';

export interface FallbackFacts {
  readonly shell: ShellStore;
  readonly lifetime: Lifetime;
  readonly read: { readonly pane: TextReader<keyof typeof paneTexts> };
}

/** The pane without React: its outline while the app comes, a sentence and a button when it did not (SH-033, SH-173). */
export function showFallback(document: Document, { shell, lifetime, read }: FallbackFacts): { remove(): void } {
  const box = document.createElement('main');
  box.className = styles.box;
  document.body.append(box);
  let shown = '';

  function outline(): void {
    const status = document.createElement('p');
    status.setAttribute('role', 'status');
    status.className = styles.unseen;
    status.textContent = read.pane('loading');
    const lines = [styles.bar, styles.line, styles.line, styles.line].map((className) => {
      const line = document.createElement('div');
      line.className = className;
      return line;
    });
    box.replaceChildren(status, ...lines);
  }

  function failure(): void {
    const sentence = document.createElement('p');
    sentence.setAttribute('role', 'alert');
    sentence.textContent = read.pane('chunkFailed');
    const again = document.createElement('button');
    again.type = 'button';
    again.className = styles.button;
    again.textContent = read.pane('tryAgain');
    again.addEventListener('click', () => void shell.prepare());
    const close = document.createElement('button');
    close.type = 'button';
    close.className = styles.quietButton;
    close.textContent = read.pane('close');
    close.addEventListener('click', () => shell.hide({ returnsFocus: true }));
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

  const forget = lifetime.add(subscribe(shell.state, update, true));
  update();
  return {
    remove() {
      forget();
      box.remove();
    },
  };
}
