/** Hands a text to the visitor as a file, without a network call (CH-073). */
export function saveFile(name: string, text: string, letGoSoon: (letGo: () => void) => void): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  letGoSoon(() => URL.revokeObjectURL(url));
}
