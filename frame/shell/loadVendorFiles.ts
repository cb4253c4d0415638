import type { Log } from '../platform/log.ts';

/** Addresses, each of which may be empty. */
export interface VendorFiles {
  readonly noticeScript: string;
  readonly supportStyles: string;
  readonly fontStyles: string;
}

/**
 * Loads the vendors' files into the frame's document (SH-026). Nothing waits for them. One that fails is missing, with one
 * warning: the words keep the browser's own font until another one is there (SH-177).
 */
export function loadVendorFiles(document: Document, files: VendorFiles, log: Log, maySupport: boolean): void {
  function add(url: string, element: HTMLScriptElement | HTMLLinkElement): void {
    element.onerror = () => log.warn(`A vendor's file could not be loaded: ${new URL(url, document.baseURI).origin}`);
    document.head.append(element);
  }
  const addStyles = (href: string): void => {
    // The document takes files of another origin only with permission, which `anonymous` asks for.
    if (href)
      add(href, Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: 'anonymous', href }));
  };

  const { noticeScript: src } = files;
  if (src) add(src, Object.assign(document.createElement('script'), { async: true, src }));
  if (maySupport) addStyles(files.supportStyles);
  addStyles(files.fontStyles);
}
