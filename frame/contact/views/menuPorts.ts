import type { ComponentType, ReactNode } from 'react';
import type { Lazy } from '../../platform/lazy.ts';
import type { SchedulerRequest } from '../../scheduler/ports.ts';
import type { TextReader } from '../../text/texts.ts';
import type { InquiryParts } from '../form/inquiryStore.ts';
import type { MenuEntry } from '../menuEntries.ts';
import type { menuTexts } from '../texts.ts';

/** The dependencies of the menu's views. */
export interface MenuPorts {
  readonly menu: TextReader<keyof typeof menuTexts>;
  /** The host page's address, to recognise links to the same site (SH-090). */
  readonly pageUrl: string;
  readonly languageCode: string;
  readonly isMobile: boolean;
  /** The pane is shown, not only rendered for a click that may follow. */
  readonly isShown: boolean;
  /** A chat is active, so its block needs no explanation. */
  readonly isChatLive: boolean;
  /** How many messages of the chat are unread, in words; empty if none. */
  readonly unread: string;
  /** Opens an address through the host page. */
  openUrl(href: string, target: 'self' | 'tab'): void;
  /** Shows a rare kind of block, whose view is downloaded when it opens. */
  readonly RareBlock: ComponentType<{ readonly ports: MenuPorts; readonly entry: MenuEntry }>;
  readonly inquiry: Lazy<InquiryParts>;
  /** Renders the replacement of a view that could not be downloaded. */
  readonly crashed: (again: () => void) => ReactNode;
  choose(entryId: string): void;
  returnToChat(): void;
  startChat(support?: { readonly service: string; readonly skill: string }): void;
  openScheduler(request: SchedulerRequest): void;
  /** Called when the scheduler's button gets hover or focus. Downloads what a press needs. */
  prepareScheduler(request: SchedulerRequest): void;
  /** The experiment's wording of the scheduler's question, or undefined for the menu's own. Reports it as seen if the pane is shown. */
  schedulerQuestion(): string | undefined;
}
