let last = '';

/** Hands a text to the visitor as a file, without a network call (CH-073). */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file after the click: it is let go with the next one.
  URL.revokeObjectURL(last);
  last = url;
}
