import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../../frame/chat/channel.ts';
import { archiveStartOf, createConversationId } from '../../../../frame/chat/channels/xmpp/conversationId.ts';
import { createEndReports } from '../../../../frame/chat/channels/xmpp/endReports.ts';
import { createExitSurvey } from '../../../../frame/chat/channels/xmpp/exitSurvey.ts';
import { createServerTime } from '../../../../frame/chat/channels/xmpp/serverTime.ts';
import { parseXml, type XmlElement, xml } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createFakeStorage } from '../../../support/fakeStorage.ts';

function parse(markup: string): XmlElement {
  const element = parseXml(markup);
  if (!element) throw new Error('no markup');
  return element;
}

describe('the id of a conversation', () => {
  it.each(['a1', 'a/1 ~ä', undefined])('[F-AD2] names the message after which it begins: %s', (after) => {
    expect(archiveStartOf(createConversationId(() => 'id', after))).toBe(after);
  });

  it('[F-AD2] that was edited by hand begins with the archive', () => {
    for (const id of ['id~%', 'id', '']) expect(archiveStartOf(id)).toBeUndefined();
  });
});

describe('the clock of the server', () => {
  async function askAt(answer: (now: number) => string | Error) {
    const clock = createFakeClock();
    const events: ChannelEvent[] = [];
    const asked: string[] = [];
    const time = createServerTime({
      clock,
      state: { emit: (event: ChannelEvent) => void events.push(event) },
      connection: {
        async request(type, content) {
          asked.push(`${type} ${content.xml}`);
          const found = answer(clock.now());
          if (found instanceof Error) throw found;
          return parse(`<iq><time xmlns="urn:xmpp:time"><utc>${found}</utc></time></iq>`);
        },
      },
    });
    expect(time.aheadMs).toBe(0);
    await time.ask();
    expect(asked).toEqual(['get <time xmlns="urn:xmpp:time"/>']);
    expect(events).toEqual([{ type: 'clock', aheadMs: time.aheadMs }]);
    return time.aheadMs;
  }

  it.each([0, 1_999, -1_999, 2_000, -2_000, 3_600_000])('[F-AD2] differs by %i ms, or not', async (ms) => {
    const aheadMs = await askAt((now) => new Date(now + ms).toISOString());
    expect(aheadMs).toBe(Math.abs(ms) < 2_000 ? 0 : ms);
  });

  it('[F-AD2] is ours where the server does not report it', async () => {
    expect(await askAt(() => 'soon')).toBe(0);
    expect(await askAt(() => new Error('refused'))).toBe(0);
  });
});

describe('the end of a conversation', () => {
  function setUp() {
    const sent: string[] = [];
    const answers: ((isHandled: boolean) => void)[] = [];
    const known = { owner: 'visitor-1' as string | undefined };
    let reported = 0;
    const storage = createFakeStorage();
    const create = (deskAddress: string) =>
      createEndReports(
        { adapterId: 'xmpp', clock: createFakeClock(), storage },
        {
          deskConfig: { address: deskAddress },
          owner: () => known.owner,
          deliver: ({ xml: markup }) => {
            sent.push(markup);
            return new Promise((resolve) => answers.push(resolve));
          },
          farewell: (to, id) => xml('bye', { to, id }),
          onReported: () => {
            reported += 1;
          },
        },
      );
    return { ends: create('sales@desk.example'), create, known, sent, answers, reported: () => reported };
  }

  it('[F-AD2] is reported to the desk of its conversation, also from a page with another one', () => {
    const { ends, create, sent } = setUp();
    ends.keep('one');
    const later = create('support@desk.example');
    later.keep('two');
    expect([later.areOpen, later.has('one'), later.has('two'), later.has('three')]).toEqual([true, true, true, false]);
    void later.report('two');
    void later.report('one');
    expect(sent).toEqual(['<bye to="support@desk.example" id="two"/>', '<bye to="sales@desk.example" id="one"/>']);
  });

  it('[F-AD2] is kept until the server has it, and reported once at a time', async () => {
    const { ends, sent, answers, reported } = setUp();
    ends.keep('one');
    void ends.report('one');
    const told = ends.reportAll();
    expect(sent).toHaveLength(1);
    answers[0]?.(false);
    await told;
    expect([ends.has('one'), reported()]).toEqual([true, 1]);
    const again = ends.reportAll();
    answers[1]?.(true);
    await again;
    expect([ends.areOpen, sent.length, reported()]).toEqual([false, 2, 2]);
  });

  it('[F-AD2] of nobody is not kept', () => {
    const { ends, known } = setUp();
    known.owner = undefined;
    ends.keep('one');
    expect(ends.areOpen).toBe(false);
    known.owner = 'visitor-1';
    expect(ends.areOpen).toBe(false);
  });
});

describe('the survey of a desk', () => {
  const form = parse('<x xmlns="jabber:x:data" type="form"><field var="score" label="Points"/></x>');

  function setUp() {
    const events: ChannelEvent[] = [];
    const sent: string[] = [];
    const server = { isThere: true, connect: async (): Promise<void> => {} };
    let over = 0;
    let ids = 0;
    const survey = createExitSurvey(
      {
        createId: () => {
          ids += 1;
          return `s${ids}`;
        },
      },
      {
        state: { emit: (event: ChannelEvent) => void events.push(event) } as never,
        deskConfig: { address: 'sales@desk.example' },
        text: ((key: string) => key) as never,
        connection: {
          connect: () => server.connect(),
          async deliver({ xml: markup }) {
            sent.push(markup);
            return server.isThere;
          },
        },
        onOver: () => {
          over += 1;
        },
      },
    );
    return { survey, events, sent, server, over: () => over };
  }

  it('[F-AD2] is open from the end of the conversation until it is sent', async () => {
    const { survey, events, sent, over } = setUp();
    survey.received(form);
    expect(survey.isOpen).toBe(false);
    survey.conversationEnded();
    expect(survey.isOpen).toBe(true);
    expect(events).toMatchObject([{ type: 'survey', survey: { id: 's1' } }]);
    await survey.submit({ 0: '5' });
    expect([survey.isOpen, over(), sent.length]).toEqual([false, 1, 1]);
    survey.conversationEnded();
    expect(events, 'the next conversation had no form').toHaveLength(1);
  });

  it('[F-AD2] can be sent again under the same id if it is unknown whether it has arrived', async () => {
    const { survey, sent, server, over } = setUp();
    survey.received(form);
    survey.conversationEnded();
    server.isThere = false;
    await expect(survey.submit({ 0: '5' })).rejects.toMatchObject({
      code: 'CALL_FAILED',
      message: expect.stringContaining('It is unknown whether the desk has received the answers.'),
    });
    expect([survey.isOpen, over()]).toEqual([true, 0]);
    server.isThere = true;
    await survey.submit({ 0: '5' });
    expect(sent[1]).toBe(sent[0]);
  });

  it('[F-AD2] is not sent in another name, or without a question', async () => {
    const { survey, sent, server } = setUp();
    const invalid = (message: string) => ({ code: 'CALL_INVALID', message: expect.stringContaining(message) });
    await expect(survey.submit({})).rejects.toMatchObject(invalid('There is no survey to answer.'));
    survey.received(form);
    survey.conversationEnded();
    server.connect = async () => survey.withdraw();
    await expect(survey.submit({ 0: '5' })).rejects.toMatchObject(invalid('The survey was for another account.'));
    expect(sent).toEqual([]);
  });

  it('[F-AD2] is over once, if there was one', () => {
    const { survey, events, over } = setUp();
    survey.cancel();
    survey.withdraw();
    expect([over(), events]).toEqual([0, []]);
    survey.received(form);
    survey.conversationEnded();
    survey.cancel();
    survey.cancel();
    expect(over()).toBe(1);
    survey.received(form);
    survey.withdraw();
    survey.conversationEnded();
    expect(survey.isOpen, 'the form was for the conversation before').toBe(false);
  });
});
