import { readFileSync } from 'node:fs';
import { expect, fromRoot, test } from './fixtures.ts';

/** The script that a guide marks with `<!-- tried: NAME -->`, as a page runs it. */
function scriptOf(guide: string, name: string): string {
  const text = readFileSync(fromRoot(`test/pages/guides/${guide}.md`), 'utf8');
  const [, code] =
    new RegExp(`<!-- tried: ${name} -->\\n+\`\`\`html\\n<script>\\n([\\s\\S]*?)</script>`).exec(text) ?? [];
  if (code === undefined) throw new Error(`The guide “${guide}” has no code “${name}”.`);
  return code;
}

test('[F-AD25] the tag for Tag Manager starts the widget, and the data layer gets its events', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await page.addInitScript(scriptOf('analytics', 'dataLayer'));
  await page.goto(host.urlOf('/plain?loader=none&csp='));
  await page.addScriptTag({ content: scriptOf('sites', 'gtm').replaceAll('{widget}', sandbox.widgetUrl) });
  await host.pill().click();
  const events = (): Promise<unknown> => page.evaluate(() => (window as unknown as { dataLayer: unknown }).dataLayer);
  await expect.poll(events).toEqual([{ event: 'cm_pane_shown', contact_widget: {} }]);
  await expect(page.locator('script[data-focus-area="cloud"]')).toHaveCount(1);
});
