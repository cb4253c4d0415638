import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { checkFolder } from '../../.release/replaceFolder.mjs';
import { checkScript } from './playground/checkScript.ts';
import { brandPictures } from './playground/exampleBrand.ts';
import { sitePages } from './playground/playgroundPage.ts';

/** `npm run site -- https://widget.example [FOLDER]` writes the playground and the guides as static files for any web server. */

const pagesDir = join(process.cwd(), 'test/pages');
const servedTypes = ['.css', '.js', '.svg'];

/** Every name at the top of a site. `.DS_Store` is the Finder's. */
const ownNames = ['playground', 'guides', 'index.html', 'mark.svg', 'robots.txt', '.DS_Store'];

const ownSite = {
  isOwn: (name: string) => ownNames.includes(name),
  needed: ['playground'],
  refuse: (name: string) =>
    `is not a site that this command has written: it holds ${name}. A site would overwrite it, or mix with it.`,
  remedy: 'Name another folder, npm run site -- ORIGIN FOLDER: a new one, an empty one, or an earlier site.',
};

/** Writes the site whose pages embed the widget of `widgetUrl`. Throws a sentence if that is no origin, or the folder is not ours. */
export async function writeSite(widgetUrl: string, folder: string): Promise<void> {
  if (!URL.canParse(widgetUrl) || new URL(widgetUrl).origin !== widgetUrl)
    throw new Error(
      `${widgetUrl ? `“${widgetUrl}” is not the origin of a widget. Write it without a path` : 'Name the origin of the widget'}: npm run site -- https://widget.example`,
    );
  await checkFolder(folder, ownSite);
  const urls = { hostUrl: '', widgetUrl, servicesUrl: '', loaderIntegrity: 'sha384-…' };
  for (const [path, render] of sitePages) write(join(folder, path, 'index.html'), render(urls));
  write(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>contact-widget</title>
<meta http-equiv="refresh" content="0; url=/playground/">
<p><a href="/playground/">Playground of contact-widget</a></p>
</html>
`,
  );
  for (const file of readdirSync(join(pagesDir, 'playground')))
    if (servedTypes.includes(extname(file)))
      copyFileSync(join(pagesDir, 'playground', file), join(folder, 'playground', file));
  for (const { file } of brandPictures.files)
    copyFileSync(join(process.cwd(), 'test/pictures', file), join(folder, 'playground', file));
  write(join(folder, 'playground/configCheck.js'), await checkScript());
  for (const file of ['mark.svg', 'robots.txt']) copyFileSync(join(pagesDir, file), join(folder, file));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The command line. */
export async function run([widgetUrl = '', folder = '.cache/site']: readonly string[]): Promise<void> {
  await writeSite(widgetUrl, folder);
  console.log(
    `The site is in ${folder}. Serve it at the root of an origin, and add that to allowedHosts in frame/config.json.`,
  );
}
