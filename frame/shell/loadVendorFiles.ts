import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';

/** Addresses, each of which may be empty. */
export interface VendorFiles {
  readonly noticeScript: string;
  readonly supportStyles: string;
  readonly fontStyles: string;
}

export interface VendorFilePorts {
  readonly document: Document;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly consent: {
    isAllowed(product: 'chat'): boolean;
    watch(listener: () => void): () => void;
  };
}

/**
 * Loads the vendor files into the frame's document (SH-026), the support styles once chat is allowed (SH-111). Nothing
 * waits for them, and a failed one only causes a warning: until a font arrives, the browser's own is used (SH-177).
 */
export function loadVendorFiles(files: VendorFiles, { document, log, lifetime, consent }: VendorFilePorts): void {
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
  addStyles(files.fontStyles);
  function addSupport(): void {
    if (!consent.isAllowed('chat')) return;
    stop();
    addStyles(files.supportStyles);
  }
  const stop = lifetime.add(consent.watch(addSupport));
  addSupport();
}
