import type { HostApi } from '../bridge/contract.ts';
import { hostChat } from '../bridge/hostEvents.ts';
import type { OpenTarget } from '../bridge/records.ts';
import { isAllowedAddress, isAllowedEvent } from './allowed.ts';
import { settings } from './config.ts';
import { readStore, writeStore } from './cookies.ts';
import { draw, lockScroll } from './draw.ts';
import { storePill } from './earlyPill.ts';
import { iframe, pill } from './elements.ts';
import { reportedLinks, setLinkText, takeLinks } from './links.ts';
import { lookSoon } from './look.ts';
import { valueAt } from './page.ts';

/** Implements HostApi. Without a prototype, no other name can be found on it (BR-21). `throw 0` rejects the call. */
export const calls = {
  __proto__: null,
  openUrl(url: string, target: OpenTarget) {
    if (!isAllowedAddress(url)) throw 0;
    if (target === 'self') location.href = url;
    // Throws when the browser has blocked the tab.
    else (open(url) as Window).opener = null;
  },
  writeStore,
  emit(type: string, detail?: unknown) {
    if (!isAllowedEvent(type)) throw 0;
    document.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
    // The event opens the page's older chat product (CH-157). A function at a dotted path is called on its object.
    if (type === hostChat) {
      const steps = (settings.chatFunction as string).split('.');
      const name = steps.pop();
      (valueAt(steps) as Window)[name as 'focus']();
    }
  },
  page: lookSoon,
  // The id -1 means the frame. An unknown id, or that of a link that has left the page, means the pill.
  focus: (id: number) =>
    (id < 0 ? iframe : reportedLinks[id]?.isConnected ? (reportedLinks[id] as HTMLElement) : pill).focus(),
  readStore,
  storePill,
  linkMode: takeLinks,
  lockScroll,
  setPill: (drawing: never) => draw(pill, drawing),
  setFrame: (drawing: never) => draw(iframe, drawing),
  setLinkText,
} satisfies HostApi & { __proto__: null };
