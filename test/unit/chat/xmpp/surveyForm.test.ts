import { describe, expect, it } from 'vitest';
import { readSurveyForm, surveyStanza } from '../../../../frame/chat/channels/xmpp/survey.ts';
import { parseXml } from '../../../../frame/chat/channels/xmpp/xml.ts';

function formOf(inside: string) {
  const element = parseXml(`<x xmlns="jabber:x:data" type="form">${inside}</x>`);
  if (!element) throw new Error(`no markup: ${inside}`);
  return readSurveyForm(element, 'survey-1', { yes: 'Yes', no: 'No' });
}
const questionOf = (inside: string) => formOf(inside)?.survey.questions[0];
const options = (count: number) =>
  Array.from({ length: count }, (_, at) => `<option label="L${at}"><value>v${at}</value></option>`).join('');
const checkedIn = (inside: string) =>
  questionOf(inside)
    ?.entries.filter(({ isChecked }) => isChecked)
    .map(({ value }) => value);

describe('a question of a form', () => {
  it.each([
    ['text-single', 'textField'],
    ['text-multi', 'textArea'],
    ['boolean', 'radioSideBySide'],
    ['list-single', 'radio'],
    ['list-multi', 'checkbox'],
  ])('[F-AD2] of type %s is shown as %s', (type, shown) => {
    expect(questionOf(`<field type="${type}" var="a">${options(2)}</field>`)).toMatchObject({
      ...{ id: 0, label: 'a', type: shown, isMandatory: false, validation: undefined, logicId: undefined },
    });
  });

  it('[F-AD2] without a type is a line of text, and is named by its label', () => {
    expect(questionOf('<field var="a" label=" Your name "/>')).toMatchObject({ type: 'textField', label: 'Your name' });
  });

  it.each([
    [6, 'radio'],
    [7, 'dropdown'],
  ])('[F-AD2] with %i options is shown as %s', (count, type) => {
    expect(questionOf(`<field type="list-single" var="a">${options(count)}</field>`)?.type).toBe(type);
    expect(questionOf(`<field type="list-multi" var="a">${options(count)}</field>`)?.type).toBe('checkbox');
  });

  it('[F-AD2] must be answered only if the form says so', () => {
    expect(questionOf('<field var="a"><required/></field>')?.isMandatory).toBe(true);
    expect(questionOf('<field var="a"><required xmlns="urn:other"/></field>')?.isMandatory).toBe(false);
  });

  it('[F-AD2] has the answer that the form brings', () => {
    const values = '<value> one </value><value>two</value>';
    expect(questionOf(`<field var="a" type="text-multi">${values}</field>`)?.lastKnownValue).toBe('one \ntwo');
    const list = `<field type="list-multi" var="a">${options(3)}<value>v0</value><value>v2</value></field>`;
    expect(questionOf(list)?.lastKnownValue).toBe('');
    expect(checkedIn(list)).toEqual(['v0', 'v2']);
  });

  it.each([
    ['<value>1</value>', ['1']],
    ['<value>true</value>', ['1']],
    ['<value>0</value>', ['0']],
    ['<value>false</value>', ['0']],
    ['', []],
  ])('[F-AD2] of yes or no has the answer %s', (value, checked) => {
    const inside = `<field type="boolean" var="a">${value}</field>`;
    expect(checkedIn(inside)).toEqual(checked);
    expect(questionOf(inside)).toMatchObject({
      ...{
        lastKnownValue: '',
        entries: [
          { value: '1', label: 'Yes' },
          { value: '0', label: 'No' },
        ],
      },
    });
  });

  it('[F-AD2] has no option without a value, and names an option by its value if it has no label', () => {
    const inside =
      '<option label="Nothing"/><option><value>v</value></option><option label=" L "><value>w</value></option>';
    expect(questionOf(`<field type="list-single" var="a">${inside}</field>`)?.entries).toEqual([
      { value: 'v', label: 'v', isChecked: false, showsLogicIds: [] },
      { value: 'w', label: 'L', isChecked: false, showsLogicIds: [] },
    ]);
  });

  it('[F-AD2] is none of another namespace', () => {
    expect(formOf('<field xmlns="urn:other" var="a"/>')).toBeUndefined();
    expect(questionOf('<field var="a"/><field xmlns="urn:other" var="b"/>')?.label).toBe('a');
  });
});

describe('a form', () => {
  it('[F-AD2] has a title, or none', () => {
    expect(formOf('<title> How was it? </title><field var="a"/>')?.survey.header).toBe('How was it?');
    expect(formOf('<field var="a"/>')?.survey.header).toBe('');
  });

  it('[F-AD2] keeps what is hidden, if it has a name', () => {
    const hidden =
      '<field type="hidden" var="h"><value>1</value></field><field type="hidden" var="e"/><field type="hidden"/>';
    const form = formOf(`${hidden}<field var="a"/>`);
    expect(form?.hidden).toEqual([
      { name: 'h', value: '1' },
      { name: 'e', value: '' },
    ]);
    expect([...(form?.names ?? [])]).toEqual([[3, 'a']]);
  });

  it('[F-AD2] is answered with what was given, also if it is no option', () => {
    const form = formOf(`<field type="list-single" var="a" label="Which?">${options(2)}</field><field var="b"/>`);
    if (!form) throw new Error('no form');
    const { xml } = surveyStanza('sales@desk.example', 'm1', form, { 0: 'other', 7: 'nothing asked' });
    expect(xml).toBe(
      '<message xmlns="jabber:client" type="chat" to="sales@desk.example" id="m1"><body>Which?: other</body>' +
        '<origin-id xmlns="urn:xmpp:sid:0" id="m1"/><x xmlns="jabber:x:data" type="submit">' +
        '<field var="a"><value>other</value></field></x></message>',
    );
  });
});
