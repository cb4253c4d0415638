import type { Page } from 'playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { recordPillTransitions } from '../browser/pillSteps.ts';
import { given, noteEvents, sees, when } from './steps.ts';

test('[SH-009][SH-014] shell 1, 17, 18, 20, 120: the pill is on the company’s page, with words, and opens a pane; the address of the page stays', {
  tag: '@core',
}, async ({ host, page }) => {
  const events = await noteEvents(page, 'cm-app-ready', 'cm-app-button-ready', 'cm-pane-shown');
  await given('a page of the company', () => host.open('/plain'));
  await sees('the page learns once that the widget and its button are ready', () =>
    expect.poll(events).toEqual(['cm-app-ready', 'cm-app-button-ready']),
  );
  await sees('the pill says what it is for', () => expect(host.pill()).toHaveText("Let's talk"));
  const before = await page.evaluate(() => [location.href, history.length]);
  await when('the visitor presses the pill', () => host.openPane());
  await sees('a pane beside the page, whose address and history are as before', async () => {
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await page.evaluate(() => [location.href, history.length])).toEqual(before);
    await expect.poll(events).toEqual(['cm-app-ready', 'cm-app-button-ready', 'cm-pane-shown']);
  });
});

test('[SH-028][SH-009][SH-032] shell 21, 25, 72, 222; chat 218: the pill is 16 px from the bottom right, 15 px on a narrow page, at the left in Arabic, and not on the phones of a page that hides it', async ({
  host,
  page,
}) => {
  const edges = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return expect.poll(async () => {
      const pill = await host.pill().boundingBox();
      return pill && [pill.x, width - pill.x - pill.width, 800 - pill.y - pill.height].map(Math.round);
    });
  };
  await given('a page of the company', () => host.open('/plain'));
  await sees('the pill in the corner of a wide page', async () => {
    for (const width of [1_280, 1_024, 768]) await (await edges(width)).toEqual([expect.any(Number), 16, 16]);
  });
  await sees('the pill nearer to the corner of a narrow page', async () => {
    for (const width of [767, 375, 320]) await (await edges(width)).toEqual([expect.any(Number), 15, 15]);
  });
  await given('a page in Arabic', () => host.open('/rtl'));
  await sees('the pill at the left', async () => (await edges(1_280)).toEqual([16, expect.any(Number), 16]));
  await page.goto('about:blank');
  const events = await noteEvents(page, 'cm-app-ready', 'cm-app-button-ready');
  await given('a page that hides the pill on phones, on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await host.open('/short', { attrs: { 'data-hide-on-mobile': '' } });
    await expect.poll(events).toHaveLength(1);
  });
  await sees('no pill, and no button that is ready', async () => {
    await page.waitForTimeout(1_500);
    await expect(host.pill()).toBeHidden();
    expect(await events()).toEqual(['cm-app-ready']);
  });
  await when('the visitor presses a contact link', () => page.locator('[data-contact-link]').click());
  await sees('the pane', () => expect(host.frame().getByRole('dialog')).toBeVisible());
});

test('[SH-157] shell 26, 225: the pill keeps out of the way of fixed elements, and of a footer by at most 170 px', async ({
  host,
  page,
}) => {
  const bottom = () =>
    expect.poll(async () => {
      const pill = await host.pill().boundingBox();
      return pill && Math.round(800 - pill.y - pill.height);
    });
  const add = (tag: string, style: string) =>
    page.evaluate(
      ([name, css]) => {
        document.querySelector('#added')?.remove();
        const added = Object.assign(document.createElement(name ?? ''), { id: 'added', textContent: 'Added' });
        added.style.cssText = css ?? '';
        document.body.append(added);
      },
      [tag, style],
    );
  await given('a page of the company', async () => {
    await page.setViewportSize({ width: 1_280, height: 800 });
    await host.open('/short');
    await bottom().toBe(16);
  });
  await when('a bar of 100 px is fixed to the bottom', () => add('div', 'position:fixed;inset:auto 0 0;height:100px'));
  await sees('the pill above the bar', () => bottom().toBe(108));
  await when('the bar goes', () => page.locator('#added').evaluate((bar) => bar.remove()));
  await sees('the pill where it was', () => bottom().toBe(16));
  await when('a footer of 120 px is in view', () => add('footer', 'position:absolute;inset:auto 0 0;height:120px'));
  await sees('the pill 120 px higher', () => bottom().toBe(136));
  await when('a footer of 400 px is in view', () => add('footer', 'position:absolute;inset:auto 0 0;height:400px'));
  await sees('the pill 170 px higher, and no more', () => bottom().toBe(186));
});

test('[SH-158][F-SH31] shell 220: on a page with more than 15,000 nodes, nothing is searched for obstacles', async ({
  host,
  page,
}) => {
  const bottom = async () => {
    const pill = await host.pill().boundingBox();
    return pill && Math.round(800 - pill.y - pill.height);
  };
  /** Takes nodes from the list until the page has this many. */
  const leave = (count: number) =>
    page.evaluate((wanted) => {
      const spare = document.getElementsByTagName('*').length - wanted;
      for (const node of [...document.querySelectorAll('i')].slice(0, spare)) node.remove();
    }, count);
  await given('a page with more than 15,001 nodes, a footer and a bar at the bottom', async () => {
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        const list = document.createElement('div');
        list.hidden = true;
        for (let count = 0; count < 15_001; count += 1) list.append(document.createElement('i'));
        const bar = document.createElement('div');
        bar.style.cssText = 'position:fixed;inset:auto 0 0;height:100px';
        const footer = document.createElement('footer');
        footer.style.cssText = 'position:absolute;inset:auto 0 0;height:400px';
        document.body.append(list, footer, bar);
      }),
    );
    await host.open('/short');
    await expect(host.pill()).toBeVisible();
  });
  await when('15,001 nodes are left, and the visitor presses Tab', async () => {
    await leave(15_001);
    await page.keyboard.press('Tab');
    await page.waitForTimeout(2_000);
  });
  await sees('the pill where it always is', async () => expect(await bottom()).toBe(16));
  await when('15,000 are left, without the footer', async () => {
    await page
      .locator('footer')
      .last()
      .evaluate((footer) => footer.replaceWith(document.createElement('i')));
    await leave(15_000);
  });
  await sees('the pill above the bar', () => expect.poll(bottom).toBe(108));
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('[SH-029] shell 22, 24, 118, 182, 183: the pill slides in once and collapses to its icon once, and the next page knows', async ({
    host,
    page,
  }) => {
    const transitions = await recordPillTransitions(page);
    const times = await notePillTimes(page);
    const flags = () => page.evaluate(() => decodeURIComponent(document.cookie));
    const attrs = { 'data-collapse': '' };
    await given('the visitor’s first page, which lets the pill collapse', () => host.open('/plain', { attrs }));
    await sees('the pill slides in, with its words', async () => {
      await expect.poll(transitions).toContain('translate 0.24s');
      await expect(host.pill()).toHaveText("Let's talk");
      await expect.poll(flags).toContain('"hasSlideInAnimated":true');
      expect(await flags()).not.toContain('"hasCollapseAnimated":true');
    });
    await when('some five seconds have passed', () => expect.poll(flags).toContain('"hasCollapseAnimated":true'));
    await sees('the icon, named as before', async () => {
      await expect(host.pill()).toHaveText('');
      await expect(host.pill()).toHaveAccessibleName("Let's talk");
      const { shown = 0, slid = 0, collapsed = 0, icon = 0 } = await times();
      // The frame begins to count a moment before the page shows the pill, and a busy machine is late.
      for (const [time, dueMs] of [
        [slid, 1_000],
        [collapsed, 5_000],
        [icon, 5_200],
      ] as const) {
        expect(time - shown).toBeGreaterThan(dueMs - 500);
        expect(time - shown).toBeLessThan(dueMs + 3_000);
      }
    });
    await when('the visitor goes to the next page', () => host.open('/short', { attrs }));
    await sees('the icon at once, without any motion', async () => {
      await expect(host.pill()).toBeVisible();
      await host.changeAddress();
      await expect(host.pill()).toHaveText('');
      expect(await transitions()).toBe('');
    });
  });
});

/** When the page first shows the pill with its words, when the cookie says that it has slid in and collapsed, and when it is an icon. */
async function notePillTimes(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.addInitScript(() => {
    if (self !== top) return;
    const times: Record<string, number> = {};
    Object.assign(window, { pillTimes: times });
    const note = (name: string, isSo: boolean | undefined): void => {
      if (isSo) times[name] ??= performance.now();
    };
    const look = (): void => {
      const pill = document.querySelector('#contact-widget')?.shadowRoot?.querySelector('button');
      const words = pill?.checkVisibility() ? pill.textContent : undefined;
      const cookie = decodeURIComponent(document.cookie);
      note('shown', words !== undefined && words !== '');
      note('slid', cookie.includes('"hasSlideInAnimated":true'));
      note('collapsed', cookie.includes('"hasCollapseAnimated":true'));
      note('icon', times.shown !== undefined && words === '');
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { pillTimes: Record<string, number> }).pillTimes);
}
