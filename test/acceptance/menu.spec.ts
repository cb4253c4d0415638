import { log } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { answerContact, block, configure, entries, given, minimize, openEntries, sees, when } from './steps.ts';

const number = { phoneNumber: '+15550100', phoneNumberFormatted: '555 0100' };
const link = { purpose: '(default)', link: 'https://www.northwind.example/docs', linkText: 'Read the documentation' };

test('[SH-053] shell 4, 5, 6, 7, 8, 44, 45, 46, 101: the menu has an entry for each channel of the bundle, in the order of the page or the usual one, and one of them is open', {
  tag: '@core',
}, async ({ host }) => {
  await given('a bundle with all channels', () => host.open('/plain', { attrs: { 'data-focus-area': 'security' } }));
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('links, form, scheduler, phone, email, support, SMS and chat', async () => {
    await expect(block(pane, 'chat')).toBeVisible();
    expect(await entries(pane)).toEqual(['link', 'form', 'scheduler', 'phone', 'email', 'support', 'sms', 'chat']);
    expect(await openEntries(pane)).toHaveLength(1);
  });
  await sees('what each of them offers: an address at once, the rest one at a time', async () => {
    for (const [kind, content] of [
      ['link', 'a[href$="/docs/security"]'],
      ['form', 'a[href*="/contact?about=security"]'],
      ['email', 'a[href^="mailto:"]'],
    ] as const)
      await expect(block(pane, kind).locator(content).first()).toBeVisible();
    for (const [kind, content] of [
      ['phone', 'a[href^="tel:"]'],
      ['sms', ':text("+1")'],
    ] as const) {
      await block(pane, kind).getByRole('button').first().click();
      await expect(block(pane, kind).locator(content).first()).toBeVisible();
      expect(await openEntries(pane)).toEqual([kind]);
    }
  });
  await given('a page with the other order', () =>
    host.open('/plain', { attrs: { 'data-focus-area': 'security', 'data-menu-order': 'call-first' } }),
  );
  await when('the visitor opens the pane', () => host.openPane());
  await sees('support, call, email, scheduler, SMS and chat, after the links', async () => {
    await expect(block(pane, 'chat')).toBeVisible();
    expect(await entries(pane)).toEqual(['link', 'form', 'support', 'phone', 'email', 'scheduler', 'sms', 'chat']);
  });
});

test('shell 48, 49, 191: with two entries and no chat both are open, else the visitor’s choice, SMS, chat, email or the last; a phone without a number and an email without an address are none', async ({
  host,
  page,
  sandbox,
}) => {
  const only = (change: Record<string, unknown>) => async () => {
    await page.unrouteAll({ behavior: 'wait' });
    await answerContact(page, (bundle) => {
      for (const key of Object.keys(bundle)) if (Array.isArray(bundle[key])) bundle[key] = [];
      Object.assign(bundle, change);
    });
    await host.open('/plain');
  };
  await given(
    'a bundle with two phone numbers and one for texts',
    only({
      phoneInformation: [{ phone: number }, { phone: number }],
      smsInformation: [{ phoneNumber: { phoneNumber: '+15550199' } }],
    }),
  );
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('both open, with nothing to close them', async () => {
    await expect(block(pane, 'sms')).toBeVisible();
    expect(await openEntries(pane)).toEqual(['phone', 'sms']);
    await expect(pane.locator('[data-block] [aria-expanded]')).toHaveCount(0);
  });
  await given(
    'a phone without a number and an email without an address, beside a link',
    only({ phoneInformation: [{ phone: {} }], emailInformation: [{ linkText: 'Write' }], customLinks: [link] }),
  );
  await when('the visitor opens the pane', () => host.openPane());
  await sees('the link only', async () => {
    await expect(block(pane, 'link')).toBeVisible();
    expect(await entries(pane)).toEqual(['link']);
  });
  await page.unrouteAll({ behavior: 'wait' });
  const openWithout =
    (...without: readonly string[]) =>
    async () => {
      await sandbox.command('contact', { without });
      await host.open('/plain');
      await host.hoverPill();
      // Who can chat is known before the visitor presses.
      await expect(block(pane, without.includes('chat') ? 'phone' : 'chat')).toBeAttached();
      await host.openPane();
    };
  const isOpen = (kind: string) => async () => {
    await expect(block(pane, without(kind))).toBeVisible();
    expect(await openEntries(pane)).toEqual([kind]);
  };
  const without = (kind: string) => (kind === 'sms' ? 'chat' : kind);
  await given('everything', openWithout());
  await sees('SMS open', isOpen('sms'));
  await given('no SMS', openWithout('sms'));
  await sees('the chat open', isOpen('chat'));
  await given('neither SMS nor chat', openWithout('sms', 'chat'));
  await sees('nothing open beside the email, which is a link', async () => {
    await expect(block(pane, 'email').getByRole('link')).toBeVisible();
    expect(await openEntries(pane)).toEqual([]);
  });
  await when('the visitor chooses the phone, hides the pane and opens it again', async () => {
    await block(pane, 'phone').getByRole('button').first().click();
    await minimize(pane);
    await host.openPane();
  });
  await sees('the phone open', isOpen('phone'));
  await given('no email either', openWithout('sms', 'chat', 'email'));
  await sees('the last one open', isOpen('phone'));
});

test('shell 50, 143: a chat link starts the chat, which stays open in the menu over it', async ({ host, page }) => {
  await given('a page with a chat link', () => host.open('/all-link-kinds'));
  await when('the visitor presses it', async () => {
    await expect(page.locator('a[data-contact-link=chat]')).toHaveText('Chat with us');
    await page.locator('a[data-contact-link=chat]').click();
  });
  const pane = host.frame();
  await sees('the chat', () => expect(log(pane).locator('[data-kind=bot]').first()).toBeVisible());
  await when('they go to the menu', () => pane.getByRole('button', { name: 'Back to all contact options' }).click());
  await sees('the chat’s entry open, and nothing that closes it', async () => {
    await expect(block(pane, 'phone')).toBeVisible();
    expect(await openEntries(pane)).toEqual(['chat']);
    await expect(block(pane, 'chat').locator('[aria-expanded]')).toHaveCount(0);
  });
});

test('shell 69, 95, 96, 105, 240: the first bundle counts, texts come from the section and the purpose, else from the defaults, and the scheduler’s entry asks the default question and opens the scheduler', async ({
  host,
  page,
}) => {
  await given('two bundles, and texts of two purposes', async () => {
    await answerContact(page, (first, answer) => {
      first.priorityInformation = [{ purpose: 'partners' }];
      first.chatInformation = [];
      answer.contactInformationBundles.push({ ...first, customLinks: [link, link, link, link] });
      answer.contactModuleTranslations = [
        { key: { purpose: 'partners' }, textFragments: { header: { title: 'For partners' } } },
        { key: {}, textFragments: { header: { title: 'For all', subtitle: 'We answer soon' } } },
      ];
    });
    await host.open('/plain');
  });
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('the purpose’s title, the default subtitle, and the links of the first bundle', async () => {
    await expect(pane.getByRole('heading', { level: 1 })).toHaveText('For partners');
    await expect(pane.getByText('We answer soon')).toBeVisible();
    await expect(block(pane, 'link')).toHaveCount(2);
  });
  await page.unrouteAll({ behavior: 'wait' });
  await given('a bundle without texts', async () => {
    await answerContact(page, (_, answer) => {
      answer.contactModuleTranslations = [];
    });
    await host.open('/plain');
  });
  await when('the visitor opens the scheduler’s entry', async () => {
    const open = await host.openPane();
    await block(open, 'scheduler').getByRole('button').first().click();
  });
  await sees('the question', () =>
    expect(block(pane, 'scheduler')).toContainText('Schedule a free 30-minute call to discuss your business needs.'),
  );
  await when('they press its button', () => block(pane, 'scheduler').getByRole('button').last().click());
  await sees('the scheduler in place of the menu', async () => {
    await expect(pane.getByRole('button', { name: 'Back to all contact options' })).toBeVisible();
    await expect(pane.locator('[data-block]')).toHaveCount(0);
  });
});

test('shell 188, 239; scheduler 45, 46, 72: a scheduler without times is not listed while their count is young, unless it has an address of its own', async ({
  host,
  page,
}) => {
  for (const [availableSlots, ageMs, clientURL, isListed] of [
    [0, 44_000_000, undefined, false],
    [0, 46_000_000, undefined, true],
    [0, 44_000_000, 'https://calendar.northwind.example/', true],
    [3, 44_000_000, undefined, true],
  ] as const) {
    const age = `${ageMs / 3_600_000} h`.slice(0, 4);
    await given(`${availableSlots} times as of ${age} ago${clientURL ? ' and an address' : ''}`, async () => {
      await page.unrouteAll({ behavior: 'wait' });
      await answerContact(page, (bundle, answer) => {
        const [first = {}] = bundle.schedulingInformation as Record<string, unknown>[];
        const availableSlotsAsOf = new Date(Date.now() - ageMs).toISOString();
        bundle.schedulingInformation = [{ ...first, availableSlots, availableSlotsAsOf, clientURL }];
        // The widget reads the first bundle only.
        answer.contactInformationBundles.push({ ...bundle, schedulingInformation: [{ purpose: '(default)' }] });
      });
      await host.open('/plain');
    });
    const pane = await when('the visitor opens the pane', () => host.openPane());
    await sees(isListed ? 'it in the menu' : 'the menu without it', async () => {
      await expect(block(pane, 'phone')).toBeVisible();
      await expect(block(pane, 'scheduler')).toHaveCount(isListed ? 1 : 0);
    });
  }
});

test('[SH-058] shell 189, 190, 201: a support page switches channels off and hides its pill, and a page of another host cannot', async ({
  host,
  page,
  sandbox,
}) => {
  const attrs = { 'data-focus-area': 'security' };
  const all = ['link', 'form', 'scheduler', 'phone', 'email', 'support', 'sms', 'chat'];
  const open = async (...switchOff: readonly string[]) => {
    await host.open('/plain', { attrs, globals: { contactWidgetConfig: { switchOff } } });
    return host.openPane();
  };
  await given('a host that may', () => configure(page, { nonSalesHosts: ['localhost', '127.0.0.1'] }));
  for (const [channel, ...gone] of [
    ['chat', 'support', 'chat'],
    ['scheduler', 'scheduler'],
    ['email', 'form', 'email'],
    ['phone', 'phone'],
  ] as const) {
    const pane = await when(`its page switches off ${channel}`, () => open(channel));
    await sees('the rest', async () => {
      const left = all.filter((kind) => !(gone as readonly string[]).includes(kind));
      await expect.poll(() => entries(pane)).toEqual(left);
    });
    if (channel === 'chat')
      await sees('nobody ask whether a chat is available', async () => {
        await host.changeAddress();
        expect(await sandbox.requests('/bot')).toEqual([]);
      });
  }
  await given('a host that may not', async () => {
    await page.unrouteAll({ behavior: 'wait' });
    await configure(page, { nonSalesHosts: ['support.northwind.example'] });
  });
  const pane = await when('its page switches off everything', () => open('scheduler', 'email', 'phone', 'chat'));
  await sees('everything', () => expect.poll(() => entries(pane)).toEqual(all));
  const openHidden = async (path: string, hosts: readonly string[]) => {
    await page.unrouteAll({ behavior: 'wait' });
    await configure(page, { nonSalesHosts: hosts });
    await page.goto('about:blank');
    await host.open(path, { globals: { contactWidgetConfig: { hidePill: true } } });
  };
  await given('the path on another host', async () => {
    await page.addInitScript(() => {
      if (self === top && location.pathname === '/short') history.replaceState(null, '', '/unifiedsupport');
    });
    await openHidden('/short', ['support.northwind.example']);
  });
  await sees('the pill', () => expect(host.pill()).toBeVisible());
  await given('another path on the support host', () => openHidden('/plain', ['localhost', '127.0.0.1']));
  await sees('the pill', () => expect(host.pill()).toBeVisible());
});
