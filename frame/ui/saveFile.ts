/** When the memory of a downloaded file is released, in ms. */
export const releaseMs = 10_000;

/** Downloads a text as a file, without a network call (CH-073). */
export function saveFile(
  name: string,
  text: string,
  releaseLater: (release: () => void) => void,
  type = 'text/plain',
): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  releaseLater(() => URL.revokeObjectURL(url));
}
