import type { FrameLocator } from 'playwright/test';
import { expect, type HostPageHelper } from './fixtures.ts';

/** Opens the form for a message in the menu of a deployment with a static contact file. */
export async function openForm(
  host: HostPageHelper,
  attrs?: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>> = {},
): Promise<FrameLocator> {
  await host.open('/plain', attrs ? { attrs, query } : { query });
  const frame = host.frame();
  await expect(host.pill()).toBeVisible();
  if (!(await frame.getByRole('dialog').first().isVisible())) await host.openPane();
  const block = frame.locator('[data-block=form]');
  await expect(block).toBeVisible();
  const opener = block.locator('[aria-expanded=false]');
  if (await opener.count()) await opener.click();
  await expect(block.locator('form, [tabindex="-1"]')).toBeVisible();
  return frame;
}
