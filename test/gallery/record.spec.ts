import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journeys } from '../accessibility/states/all.ts';
import { expect, fromRoot, test } from '../browser/fixtures.ts';
import { snapshotOfFrame, snapshotOfPill } from './snapshot.ts';

/** Goes through every state of every surface, and writes what is drawn for the gallery. `LANGUAGES=en,ar` takes some. */

const languages = (process.env.LANGUAGES ?? 'en,de,ja,ar').split(',') as readonly ('en' | 'de' | 'ja' | 'ar')[];

for (const language of languages)
  for (const [surface, journeysOf] of Object.entries(journeys))
    for (const journey of journeysOf)
      test(`${surface}, ${journey.name}, ${language}`, async ({ page, host, sandbox, problems }) => {
        problems.allow(/a view failed|Failed to fetch dynamically imported module/);
        const folder = fromRoot(join('.cache/gallery', language));
        mkdirSync(folder, { recursive: true });
        for await (const { name, shows, isOnPage } of journey({ page, host, sandbox, language })) {
          await expect(shows, name).toBeVisible();
          const html = isOnPage
            ? await snapshotOfPill(host.pill(), name)
            : await snapshotOfFrame(await host.frameHandle(), name);
          writeFileSync(join(folder, `${name.replaceAll(/\W+/g, '-')}.html`), html);
        }
      });
