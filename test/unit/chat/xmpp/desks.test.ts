import { expect, it } from 'vitest';
import { textsOf } from '../../../support/channelEvents.ts';
import { createXmppBench, type XmppBench } from '../../../support/xmppBench.ts';

const sales = { address: 'sales@desk.example', name: 'Sales' };
const support = { address: 'support@desk.example', name: 'Support' };

type Page = Pick<XmppBench, 'channel' | 'fakes'>;

async function start({ channel, fakes }: Page): Promise<void> {
  const started = channel.start({ startType: 'menu' });
  await fakes.clock.advance(100);
  await started;
}

async function send({ channel, fakes }: Page, text: string): Promise<void> {
  void channel.send({ id: text, text });
  await fakes.clock.advance(100);
}

/** The address of each text and farewell that has been sent, in their order. */
function addressesOf({ server }: XmppBench): Map<string, string> {
  const addresses = new Map<string, string>();
  server.faults.faultUp = (text) => {
    const body = /<body>([^<]*)</.exec(text)?.[1];
    if (body !== undefined && !text.includes('id="about-'))
      addresses.set(text.includes('<gone') ? 'farewell' : body, /to="([^"]*)"/.exec(text)?.[1] ?? '');
    return 'pass';
  };
  return addresses;
}

it('[F-AD2] a conversation stays at its desk on a page that has another one, and the next one is at the desk of the page', async () => {
  const bench = createXmppBench({ section: { desks: { sales, support } } });
  const { server, fakes } = bench;
  const addresses = addressesOf(bench);
  await start(bench);
  await send(bench, 'on the first page');
  const { conversationId } = bench.channel.snapshot;
  fakes.lifetime.end();
  const page = bench.load({ entry: { service: 'xmpp', skill: 'support' } });
  void page.channel.resume({ conversationId });
  await fakes.clock.advance(1_000);
  server.toVisitor(server.visitor, { body: 'Hello' });
  await send(page, 'on the second page');
  expect(textsOf(page.fakes.events, 'visitor')).toEqual(['on the first page']);
  expect(textsOf(page.fakes.events, 'agent')).toEqual(['Hello']);
  expect(page.fakes.events).toContainEqual({
    type: 'participants',
    participants: [{ id: sales.address, name: 'Sales' }],
  });
  void page.channel.end();
  await fakes.clock.advance(1_000);
  await start(page);
  await send(page, 'to support');
  expect([...addresses]).toEqual([
    ['on the first page', sales.address],
    ['on the second page', sales.address],
    ['farewell', sales.address],
    ['to support', support.address],
  ]);
});

it('[F-AD2] a tab with another desk joins the conversation of the first tab at its desk', async () => {
  const bench = createXmppBench({ section: { desks: { sales, support } } });
  const addresses = addressesOf(bench);
  await start(bench);
  const tab = bench.load({ entry: { service: 'xmpp', skill: 'support' } });
  await start(tab);
  await send(tab, 'from the second tab');
  expect(addresses.get('from the second tab')).toBe(sales.address);
});

it('[F-AD2] a desk whose address has capital letters is refused, because its answers would come from another address', () => {
  const { fakes } = createXmppBench({ section: { desks: { sales: { address: 'Sales@desk.example' } } } });
  expect(fakes.log.errors.join()).toContain('is not an address in lower case, such as sales@example.com');
});
