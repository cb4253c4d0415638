import type { ComponentType, ReactNode } from 'react';
import type { Lazy } from '../../platform/lazy.ts';
import type { SchedulerRequest } from '../../scheduler/ports.ts';
import type { TextReader } from '../../text/texts.ts';
import type { InquiryParts } from '../form/inquiryStore.ts';
import type { MenuEntry } from '../menuEntries.ts';
import type { menuTexts } from '../texts.ts';

/** What the menu's views need besides the entries that they show. */
export interface MenuPorts {
  readonly menu: TextReader<keyof typeof menuTexts>;
  /** The host page's address: what counts as the same site (SH-090). */
  readonly pageUrl: string;
  readonly languageCode: string;
  readonly isMobile: boolean;
  /** A chat runs: its block needs no explanation. */
  readonly isChatLive: boolean;
  /** Opens an address through the host page. */
  openUrl(href: string, target: 'self' | 'tab'): void;
  /** Shows a block that few menus have: its view is downloaded when it opens. */
  readonly Later: ComponentType<{ readonly ports: MenuPorts; readonly entry: MenuEntry }>;
  readonly inquiry: Lazy<InquiryParts>;
  /** What replaces a view that could not be downloaded. */
  readonly crashed: (again: () => void) => ReactNode;
  choose(entryId: string): void;
  returnToChat(): void;
  startChat(support?: { readonly service: string; readonly skill: string }): void;
  openScheduler(request: SchedulerRequest): void;
  /** The pointer or focus is near the scheduler's button: downloads what the press needs. */
  prepareScheduler(request: SchedulerRequest): void;
  /** The experiment's wording of the scheduler's question; undefined leaves the menu's own. Asking reports it as seen. */
  schedulerQuestion(): string | undefined;
}
