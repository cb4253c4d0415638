import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type AssistantBench, startAssistant, wordsOf } from '../../support/assistantBench.ts';

let assistant: AssistantBench;
beforeAll(async () => {
  assistant = await startAssistant({ limits: { messagesPerMinute: 1000, callsPerMinute: 1000 } });
});
afterAll(() => assistant.close());

const sourcesOf = ({ output }: Answer) =>
  output.values.find(({ type }) => type === 'group')?.items?.map(({ href }) => String(href)) ?? [];
const buttonsOf = ({ output }: Answer) =>
  output.values.flatMap(({ items = [] }) => items.filter(({ type }) => type === 'chat'));
const guide = (name: string): string => `https://www.example.com/guides/${name}/`;

describe('the assistant, from the pages', () => {
  it.each([
    ['Which CSP sources does a strict policy need?', 'csp', 'Content-Security-Policy: script-src'],
    ['How do I add the widget to Shopify?', 'sites', 'theme.liquid'],
    ['Does it work in WordPress?', 'sites', 'functions.php'],
    ['How do I use Google Tag Manager?', 'sites', 'Custom HTML'],
    ['How do I send events to Google Analytics?', 'analytics', 'dataLayer'],
    ['How can my tests leave the widget out?', 'testing', 'cm-disable'],
    ['How do I use it in a React app?', 'single-page-apps', 'React'],
    ['What do I write in my privacy notice?', 'templates', 'privacy'],
    ['sveltkit', 'frameworks', 'svelte'],
    ['How do I go back to an older version?', 'upgrading', 'back'],
  ])('answers "%s" from the guide %s', async (question, name, words) => {
    const answer = await assistant.ask(question);
    expect(sourcesOf(answer)[0]).toBe(guide(name));
    expect(wordsOf(answer)).toContain(words);
    expect(answer.context).toMatchObject({ displayFeedback: true });
    expect(buttonsOf(answer)).toEqual([]);
  });

  it.each([
    'What is the capital of France?',
    'Can you write me a poem?',
    'Do you ship to Norway?',
    'How are you?',
    '???',
    '你们的退货政策是什么？',
  ])('offers a person for "%s", about which the guides say nothing', async (question) => {
    const answer = await assistant.ask(question);
    expect(wordsOf(answer)).toBe('I have found nothing about this on our pages. A person can help you.');
    expect(buttonsOf(answer)).toEqual([{ type: 'chat', text: 'Chat with a person' }]);
    expect(sourcesOf(answer)).toEqual([]);
  });

  it('names each page once, and at most four', async () => {
    const sources = sourcesOf(await assistant.ask('widget'));
    expect(sources.length).toBeGreaterThan(1);
    expect(sources.length).toBeLessThanOrEqual(4);
    expect(new Set(sources).size).toBe(sources.length);
  });

  it('quotes whole blocks of a long page, with the code that belongs to them', async () => {
    const answer = wordsOf(await assistant.ask('How do I add the widget to Shopify?'));
    expect(answer.match(/^```/gm)?.length ?? 0).toSatisfy((fences: number) => fences % 2 === 0);
    expect(answer.length).toBeLessThan(2_500);
  });
});

describe('the assistant, from other pages', () => {
  const ask = async (markdown: string, question: string, name = 'prices') => {
    const own = await startAssistant({ pages: [{ name, markdown }] });
    const answer = await own.ask(question);
    await own.close();
    return answer;
  };

  it('takes the title of a page from its main heading, and its address from its folder and file', async () => {
    const answer = await ask('---\ndraft: no\n---\n# What it costs\n\n5 € a month.', 'costs', 'shop/our prices');
    expect(answer.output.values).toEqual([
      { type: 'markdown', text: '5 € a month.' },
      {
        ...{ type: 'group', title: 'Sources' },
        items: [{ type: 'link', text: 'What it costs', href: guide('shop/our%20prices') }],
      },
    ]);
  });

  it('turns a table into a list, and leaves out pictures, comments and addresses that only the site has', async () => {
    const markdown = [
      '## Prices',
      '<!-- for editors --> ![Our shop](shop.png) See [delivery](delivery.md) and [the law](https://law.example).',
      '',
      '| size | price | weight |',
      '| ---- | ----: | ------ |',
      '| small | 5 € | 1 kg |',
      '| large | 9 € | |',
    ].join('\n');
    const text = wordsOf(await ask(markdown, 'prices'));
    expect(text).toContain('Our shop See delivery and [the law](https://law.example).');
    expect(text).not.toContain('editors');
    expect(wordsOf(await ask(markdown, 'small price'))).toContain(
      '- small: price 5 €, weight 1 kg\n- large: price 9 €, weight',
    );
  });

  it('does not read the lines of a block of code as headings', async () => {
    const text = wordsOf(await ask('## Install\n\n```sh\n# as root\napt install shop\n```', 'apt install'));
    expect(text).toBe('**Install**\n\n```sh\n# as root\napt install shop\n```');
  });

  it.each([
    ['German', 'Rücksendungen sind 30 Tage lang kostenlos.', 'Wie lange sind Rücksendungen kostenlos?'],
    ['Japanese', '返品は30日間無料です。送料は当社が負担します。', '返品は無料ですか'],
    ['Arabic', 'الإرجاع مجاني لمدة ثلاثين يومًا.', 'هل الإرجاع مجاني'],
  ])('finds words in %s', async (_, markdown, question) => {
    expect(wordsOf(await ask(markdown, question))).toContain(markdown);
  });

  it.each([
    ['Do you deliver?', 'Deliveries take two days.'],
    ['Which cake is baked today?', 'We bake cakes every day.'],
    ['opening hours', 'We open at 9. An hour at noon is free.'],
  ])('finds other forms of the words of "%s"', async (question, markdown) => {
    expect(wordsOf(await ask(markdown, question))).toContain(markdown);
  });

  it('reads a page with a picture in its text, and ignores what is no word', async () => {
    const startedAt = performance.now();
    const markdown = `We bake cakes. ${'QUJD'.repeat(100_000)}`;
    expect(wordsOf(await ask(markdown, 'cakes'))).toContain('We bake cakes.');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('finds a page by the name of its file', async () => {
    const text = wordsOf(await ask('# The shop\n\nFrom 9 to 18.', 'opening hours', 'opening-hours'));
    expect(text).toBe('From 9 to 18.');
  });

  it('says that it is not sure, and offers a person, if it finds only half of the words', async () => {
    const answer = await ask('We deliver to Austria.', 'Shipping to Austria?');
    expect(wordsOf(answer)).toBe('I am not sure, but this may help.\n\nWe deliver to Austria.');
    expect(buttonsOf(answer)).toHaveLength(1);
  });

  it('has no sources without the address of the pages', async () => {
    const own = await startAssistant({ pageUrl: '' });
    expect(sourcesOf(await own.ask('Shopify'))).toEqual([]);
    await own.close();
  });
});

describe('the way to a person', () => {
  it('is in the greeting, as a button', async () => {
    const { output } = await assistant.ask('');
    expect(output.values).toEqual([
      { type: 'markdown', text: 'Hi! Ask me what you want to know, or ask for a person.' },
      { items: [{ type: 'chat', text: 'Chat with a person' }] },
    ]);
  });

  it.each([
    'I want to talk to a person',
    'Can I speak with a human?',
    'agent',
    'a real person please',
    'Chat with someone',
  ])('begins for "%s"', async (text) => {
    const answer = await assistant.ask(text);
    expect(answer.context.action).toBe('chat');
    expect(wordsOf(answer)).toBe('One moment, a person takes over.');
  });

  it.each(['Which person wrote the privacy notice?', 'user agent'])('does not begin for "%s"', async (text) => {
    expect((await assistant.ask(text)).context.action).toBeUndefined();
  });

  it('is offered after a thumb down', async () => {
    const answer = await assistant.ask('Unhappy customer');
    expect(wordsOf(answer)).toContain('I am sorry');
    expect(buttonsOf(answer)).toHaveLength(1);
  });

  it('leads to the chat service that the operator names', async () => {
    const own = await startAssistant({ handover: { service: 'xmpp', skill: 'sales' } });
    const entry = { service: 'xmpp', skill: 'sales' };
    expect((await own.ask('agent')).context).toMatchObject({
      ...{ action: 'chat', focusArea: 'person', extraBundles: { person: entry } },
    });
    expect(buttonsOf(await own.ask(''))[0]).toMatchObject({ value: { chatInformation: [entry] } });
    await own.close();
  });

  it('is not begun again by the next answer', async () => {
    const { context } = await assistant.ask('agent');
    const next = await assistant.ask('Shopify', { conversationId: context.conversation_id });
    expect(next.context.action).toBeUndefined();
  });
});
