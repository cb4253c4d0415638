import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnsweredPage } from '../pages.ts';

/**
 * The gallery: every state of every surface at once, beside the tokens of the styles. `npm run gallery` goes through the states of
 * `test/accessibility/states` and writes what is drawn into a folder, which this page shows.
 */

const recorded = fileURLToPath(new URL('../../../.cache/gallery', import.meta.url));

/** The states of a language: file and title. */
function statesIn(folder: string): readonly (readonly [file: string, title: string])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, /<title>([^<]*)/.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? file] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
}

const galleryLanguages = { en: 'English', de: 'German', ja: 'Japanese', ar: 'Arabic' } as const;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self'";

/** The styles of a state are in its document. None of its scripts runs; the sandbox allows scripts, because the checkers use timers. */
const statePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-same-origin allow-scripts";

function renderGallery(): string {
  const options = Object.entries(galleryLanguages).map(([code, name]) => `<option value="${code}">${name}</option>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery · contact-widget</title>
<link rel="stylesheet" href="/playground/gallery.css">
<script type="module" src="/playground/gallery.js"></script>
</head>
<body>
<main>
<h1>Gallery</h1>
<form aria-label="Settings">
<label>Language <select name="language">${options.join('')}</select></label>
<label>Width, px <input name="width" type="number" min="320" max="760" step="8" value="344"></label>
<label>Surface <select name="surface"><option value="">all</option></select></label>
<label><input name="dark" type="checkbox"> Dark</label>
</form>
<p>For forced colours, press F12 in Chromium and choose “Emulate CSS media feature forced-colors” in the Rendering panel.</p>
<section aria-labelledby="tokens"><h2 id="tokens">Tokens</h2><ul class="tokens"></ul></section>
<div class="surfaces"></div>
</main>
</body>
</html>
`;
}

/** The gallery and its states; undefined for other addresses. */
export function findGalleryPage({ pathname }: URL, folder = recorded): AnsweredPage | undefined {
  if (/^\/playground\/gallery\/?$/.test(pathname))
    return { html: renderGallery(), headers: { 'content-security-policy': policy } };
  const [, language = '', file = ''] =
    /^\/playground\/gallery\/(en|de|ja|ar)\/([\w-]+\.html|states\.json)$/.exec(pathname) ?? [];
  if (language === '') return undefined;
  const states = statesIn(join(folder, language));
  if (file === 'states.json') return { html: JSON.stringify(states), headers: {}, type: 'application/json' };
  return states.some(([name]) => name === file)
    ? { html: readFileSync(join(folder, language, file), 'utf8'), headers: { 'content-security-policy': statePolicy } }
    : undefined;
}
