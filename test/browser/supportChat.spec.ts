import { expect, test } from './fixtures.ts';

test('[CH-156] opens the provider’s chat once from the support entry, and shows in the pane where it runs', {
  tag: '@core',
}, async ({ host, context, sandbox, checkAxe }) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const pane = await host.openPane();
  const block = pane.locator('[data-block=support]');
  await block.getByRole('button').first().click();
  const opened = context.waitForEvent('page');
  await block.getByRole('button', { name: 'Start support chat' }).click();
  await expect((await opened).getByRole('heading', { name: 'Northwind Support' })).toBeVisible();
  await expect(pane.getByText('Your chat is open in a separate window.')).toBeVisible();
  expect(await sandbox.requests('/support-chat/start')).toHaveLength(1);

  // The visitor can close the provider's window and reopen it.
  await (await opened).close();
  const again = context.waitForEvent('page');
  await pane.getByRole('button', { name: 'Open the window again' }).click();
  await expect((await again).getByRole('heading', { name: 'Northwind Support' })).toBeVisible();
  expect(await checkAxe()).toEqual([]);
});

test('[CH-154][CH-214] shows that support chat has no agents, and offers the other ways', async ({ host, sandbox }) => {
  await sandbox.command('supportChat', { available: false });
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const pane = await host.openPane();
  const block = pane.locator('[data-block=support]');
  await block.getByRole('button').first().click();
  await block.getByRole('button', { name: 'Start support chat' }).click();
  await expect(pane.getByText('This chat is not available right now.', { exact: false })).toBeVisible();
  expect(await sandbox.requests('/support-chat/start')).toEqual([]);
});
