import type { Log } from '../platform/log.ts';

/** Addresses, each of which may be empty. */
export interface VendorFiles {
  readonly noticeScript: string;
  readonly supportStyles: string;
  readonly fontStyles: string;
}

/**
 * Loads the vendor files into the frame's document (SH-026). Nothing waits for them, and a failed one only causes a warning:
 * until a font arrives, the browser's own is used (SH-177).
 */
export function loadVendorFiles(document: Document, files: VendorFiles, log: Log, maySupport: boolean): void {
  function add(url: string, element: HTMLScriptElement | HTMLLinkElement): void {
    element.onerror = () => log.warn(`A vendor file could not be loaded: ${new URL(url, document.baseURI).origin}`);
    document.head.append(element);
  }
  const addStyles = (href: string): void => {
    // `Cross-Origin-Embedder-Policy` requires CORS for files of another origin. `anonymous` enables it.
    if (href)
      add(href, Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: 'anonymous', href }));
  };

  const { noticeScript: src } = files;
  if (src) add(src, Object.assign(document.createElement('script'), { async: true, src }));
  if (maySupport) addStyles(files.supportStyles);
  addStyles(files.fontStyles);
}
