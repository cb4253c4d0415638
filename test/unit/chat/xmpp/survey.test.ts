import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../../frame/chat/channel.ts';
import { readSurveyForm, surveyStanza } from '../../../../frame/chat/channels/xmpp/survey.ts';
import { parseXml } from '../../../../frame/chat/channels/xmpp/xml.ts';
import { settle } from '../../../support/fakeClock.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';

const words = { yes: 'Yes', no: 'No' };
const option = (value: string, label: string): string => `<option label="${label}"><value>${value}</value></option>`;
const formOf = (inside: string): string => `<x xmlns="jabber:x:data" type="form">${inside}</x>`;
const form = formOf(
  '<title>How was it?</title><field type="hidden" var="FORM_TYPE"><value>urn:example:survey</value></field>' +
    `<field type="list-single" var="helpful" label="Did we help?"><required/>${option('y', 'Fully')}${option('n', 'Not at all')}</field>` +
    `<field type="list-multi" var="what" label="What was it about?">${option('a', 'Prices')}${option('b', 'Delivery')}</field>` +
    '<field type="boolean" var="again" label="May we write to you?"/>' +
    '<field type="text-multi" var="more" label="What else?"/>' +
    '<field type="text-private" var="password" label="Your password"/><field type="fixed"><value>Thank you</value></field>',
);
const gone = '<gone xmlns="http://jabber.org/protocol/chatstates"/>';

function read(markup: string) {
  const element = parseXml(markup);
  if (!element) throw new Error('no markup');
  return readSurveyForm(element, 'survey-1', words);
}

describe('a form of the desk', () => {
  it('[F-AD2] becomes a survey, without the fields that no survey needs', () => {
    const survey = read(form)?.survey;
    expect(survey).toMatchObject({ id: 'survey-1', header: 'How was it?' });
    expect(survey?.questions.map(({ label, type, isMandatory }) => [label, type, isMandatory])).toEqual([
      ['Did we help?', 'radio', true],
      ['What was it about?', 'checkbox', false],
      ['May we write to you?', 'radioSideBySide', false],
      ['What else?', 'textArea', false],
    ]);
    expect(survey?.questions[2]?.entries.map(({ label }) => label)).toEqual(['Yes', 'No']);
  });

  it('[F-AD2] goes back as a form and as sentences, with what was hidden and without what was not answered', () => {
    const parsed = read(form);
    if (!parsed) throw new Error('no survey');
    const ids = parsed.survey.questions.map(({ id }) => id);
    const answers = { [ids[0] ?? 0]: 'y', [ids[1] ?? 0]: ['a', 'b'], [ids[3] ?? 0]: 'a < b' };
    const { xml } = surveyStanza('sales@desk.example', 'm1', parsed, answers);
    expect(parseXml(xml)).toBeDefined();
    expect(xml).toContain(
      '<body>Did we help?: Fully\nWhat was it about?: Prices, Delivery\nWhat else?: a &#60; b</body>',
    );
    expect(xml).toContain('<field var="FORM_TYPE" type="hidden"><value>urn:example:survey</value></field>');
    expect(xml).toContain('<field var="what"><value>a</value><value>b</value></field>');
    expect(xml).not.toContain('again');
  });

  it.each([
    ['', 'no field'],
    ['<field type="list-single" var="a"/>', 'a list without options'],
    ['<field type="text-single" label="nameless"/>', 'a field without a name'],
    ['<field type="constructor" var="a"/>', 'an unknown kind'],
  ])('[F-AD2] is no survey: %s', (inside) => {
    expect(read(formOf(inside))).toBeUndefined();
  });

  it('[F-AD2] is shortened to what a visitor can read', () => {
    const many = '<field var="a"/>'.repeat(400);
    expect(read(formOf(many))?.survey.questions).toHaveLength(30);
    const long = read(formOf(`<field var="a" label="${'x'.repeat(9_000)}"/>`));
    expect(long?.survey.questions[0]?.label).toHaveLength(500);
    const options = Array.from({ length: 300 }, (_, at) => option(`${at}`, `${at}`)).join('');
    const list = read(formOf(`<field type="list-single" var="a">${options}</field>`))?.survey.questions[0];
    expect([list?.type, list?.entries.length]).toEqual(['dropdown', 50]);
  });
});

async function conversationWithForm() {
  const bench = createXmppBench();
  const { server, channel, fakes } = bench;
  await channel.start({ startType: 'menu' });
  server.toVisitor(server.visitor, { body: 'Good bye' });
  server.toVisitor(server.visitor, { body: 'Please fill in our form.', extra: form });
  await settle();
  const surveys = () => fakes.events.flatMap((one: ChannelEvent) => (one.type === 'survey' ? [one.survey] : []));
  return { ...bench, surveys };
}

describe('the survey', () => {
  it('[F-AD2] is shown when the conversation is over, and not as a message before', async () => {
    const { server, fakes, surveys } = await conversationWithForm();
    expect(surveys()).toEqual([]);
    expect(JSON.stringify(fakes.events)).not.toContain('Please fill in our form.');
    server.toVisitor(server.visitor, { extra: gone });
    await settle();
    expect(surveys()).toMatchObject([{ header: 'How was it?' }]);
  });

  it('[F-AD2] is sent to the desk, over a session that is kept until then', async () => {
    const { server, channel, surveys } = await conversationWithForm();
    await channel.end();
    await settle();
    const [question] = surveys()[0]?.questions ?? [];
    const sent = channel.submitSurvey({ [question?.id ?? 0]: 'y' });
    await settle();
    await sent;
    expect(server.received()).toContain('Did we help?: Fully');
    await expect(channel.submitSurvey({})).rejects.toMatchObject({ code: 'CALL_INVALID' });
  });

  it('[F-AD2] that the visitor skips ends the session', async () => {
    const { server, channel } = await conversationWithForm();
    await channel.end();
    await settle();
    const sessions = () => [...server.accounts.values()].flatMap((one) => [...one.sessions]).length;
    expect(sessions()).toBe(1);
    await channel.cancelSurvey();
    await settle();
    expect(sessions()).toBe(0);
  });

  it('[F-AD2] is withdrawn when another conversation begins', async () => {
    const { channel, surveys } = await conversationWithForm();
    await channel.end();
    await settle();
    const started = channel.start({ startType: 'menu' });
    await settle();
    await started;
    expect(surveys().at(-1)).toBeUndefined();
  });
});
