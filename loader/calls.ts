import type { HostApi } from '../bridge/contract.ts';
import type { OpenTarget } from '../bridge/records.ts';
import { isAllowedAddress } from './allowed.ts';
import { settings } from './config.ts';
import { readStore, writeStore } from './cookies.ts';
import { draw } from './draw.ts';
import { storePill } from './earlyPill.ts';
import { iframe, pill } from './elements.ts';
import { opener, setLinks } from './links.ts';
import { lookSoon } from './look.ts';
import { valueAt } from './page.ts';

/** Implements HostApi. Without a prototype, no other name can be found on it (BR-21). A method that throws refuses the call. */
export const calls = {
  __proto__: null,
  openUrl(url: string, target: OpenTarget) {
    if (!isAllowedAddress(url)) return;
    if (target === 'self') location.href = url;
    // Throws when the browser has blocked the tab.
    else (open(url) as Window).opener = null;
    return url;
  },
  writeStore,
  emit(type: string, detail?: unknown) {
    document.dispatchEvent(new CustomEvent(`cm-${type}`, { bubbles: true, detail }));
    // The event opens the page's older chat product (CH-157). A function at a dotted path is called on its object.
    if (type === 'host-chat') {
      const steps = (settings.chatFunction as string).split('.');
      const name = steps.pop();
      (valueAt(steps) as Window)[name as 'focus']();
    }
    // Throws, like the call above, if the page has no such thing.
    if (type === 'pane-shown') (document.querySelector(settings.feedbackClose as string) as HTMLElement).click();
  },
  page: lookSoon,
  // Moves the focus to the frame, or to what the visitor pressed. The pill is first, because it keeps the focus if a link cannot take it:
  // the menu around the link has closed, or the page has removed it.
  focus(toFrame: unknown) {
    pill.focus();
    (toFrame ? iframe : opener).focus();
  },
  readStore,
  storePill,
  draw,
  setLinks,
} satisfies HostApi & { __proto__: null };
