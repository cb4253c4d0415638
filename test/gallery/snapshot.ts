import type { Frame, Locator } from 'playwright/test';

/** A surface as a document of its own: what is drawn, without what runs. */

/** The pictures of a document as data, because a state can load nothing. A picture that no page can read is a grey square. */
const picturesOf = (frame: Frame): Promise<readonly string[]> =>
  frame.locator('img').evaluateAll((pictures) =>
    (pictures as HTMLImageElement[]).map((picture) => {
      const canvas = document.createElement('canvas');
      canvas.width = picture.naturalWidth;
      canvas.height = picture.naturalHeight;
      if (canvas.width === 0) return '';
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      try {
        return canvas.toDataURL();
      } catch {
        const drawing =
          '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#8a94a3"/></svg>';
        return `data:image/svg+xml,${encodeURIComponent(drawing)}`; // It is from another origin.
      }
    }),
  );

/** The frame's document. A dialog is drawn where it was, and a field keeps what was typed. What was scrolled has the distance as an attribute. */
export async function snapshotOfFrame(frame: Frame, title: string): Promise<string> {
  const pictures = await picturesOf(frame);
  return frame.evaluate(
    ([name, sources]) => {
      const copy = document.documentElement.cloneNode(true) as HTMLElement;
      const originals = document.querySelectorAll<HTMLElement>('input, textarea, dialog');
      const copies = copy.querySelectorAll<HTMLElement>('input, textarea, dialog');
      originals.forEach((original, index) => {
        const twin = copies[index];
        if (original instanceof HTMLTextAreaElement && twin) twin.textContent = original.value;
        if (!(original instanceof HTMLInputElement) || !twin) return;
        twin.toggleAttribute('checked', original.checked);
        if (!['radio', 'checkbox', 'file'].includes(original.type)) twin.setAttribute('value', original.value);
      });
      copy.querySelectorAll('img').forEach((picture, index) => {
        picture.src = sources[index] ?? '';
      });
      const everyCopy = copy.querySelectorAll<HTMLElement>('*');
      document.querySelectorAll('*').forEach((original, index) => {
        const twin = everyCopy[index];
        if (original.scrollTop > 0 && twin) twin.dataset.scrollTop = String(original.scrollTop);
      });
      for (const one of copy.querySelectorAll('script, link, meta, title, base')) one.remove();
      const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
      const rules = sheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
      const style = document.createElement('style');
      style.textContent = `${rules.join('\n')}\ndialog[open] { position: fixed; inset: 0; margin: auto }`;
      const heading = document.createElement('title');
      heading.textContent = name;
      copy.querySelector('head')?.append(heading, style);
      return `<!doctype html>\n${copy.outerHTML}`;
    },
    [title, pictures] as const,
  );
}

/** The pill as a document. */
export async function snapshotOfPill(pill: Locator, title: string): Promise<string> {
  return pill.evaluate((button, name) => {
    const root = button.getRootNode() as ShadowRoot;
    const sheets = [...root.adoptedStyleSheets, ...root.styleSheets];
    const rules = sheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
    const copy = document.implementation.createHTMLDocument(name);
    copy.documentElement.lang = document.documentElement.lang;
    const style = copy.createElement('style');
    style.textContent = `${rules.filter((rule) => !rule.startsWith(':host')).join('\n')}\nhtml, head, head *, body, main { all: revert }\n:is(html, head, head *, body, main)::before, :is(html, head, head *, body, main)::after { content: none }`;
    copy.head.append(style);
    const main = copy.createElement('main');
    main.append(copy.importNode(button, true));
    copy.body.append(main);
    return `<!doctype html>\n${copy.documentElement.outerHTML}`;
  }, title);
}
