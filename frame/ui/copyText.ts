/**
 * Copies a text. False if the browser refuses it. Uses `execCommand`, because the Clipboard API needs an attribute of the
 * iframe.
 */
export function copyText(text: string): boolean {
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', put);
  return isCopied;
}
