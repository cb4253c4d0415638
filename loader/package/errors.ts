/**
 * Why the widget did not start:
 * - `address`: there is no `src`, or it is not the web address of a file.
 * - `trustedTypes`: the page's policy on Trusted Types allows neither our policy nor the address as it is.
 * - `script`: the loader was not downloaded, or it did nothing. The address is wrong, or the page's `script-src` does not list it.
 * - `frame`: the loader has left the page before its frame was ready. The page's `frame-src` does not list the widget's origin, the
 *   deployment's `allowedHosts` do not list the page's origin, or the deployment is switched off.
 */
export type ContactWidgetErrorCode = 'address' | 'trustedTypes' | 'script' | 'frame';

export class ContactWidgetError extends Error {
  override readonly name = 'ContactWidgetError';
  readonly code: ContactWidgetErrorCode;

  constructor(code: ContactWidgetErrorCode, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.code = code;
  }
}
