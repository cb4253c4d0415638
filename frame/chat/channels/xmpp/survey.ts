import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ExitSurvey, SurveyAnswers, SurveyEntry, SurveyQuestion, SurveyQuestionType } from '../../conversation.ts';
import { maxFormFields, maxFormLabelChars, maxFormOptions, maxRadioOptions } from './limits.ts';
import * as ns from './namespaces.ts';
import type { ConversationParts } from './parts.ts';
import { wordsStanza } from './wire.ts';
import { childOf, type Xml, type XmlElement, xml } from './xml.ts';

/** A form of the desk (XEP-0004), as a survey. */
export type SurveyForm = NonNullable<ReturnType<typeof readSurveyForm>>;

/** Kinds of fields that ask for an address or a password are omitted, because no survey needs them. */
const typeOf: Readonly<Record<string, SurveyQuestionType>> = {
  'text-single': 'textField',
  'text-multi': 'textArea',
  'list-single': 'radio',
  'list-multi': 'checkbox',
  boolean: 'radioSideBySide',
};

/** Undefined if the form asks nothing. `yes` and `no` label the options of a question that has none. */
export function readSurveyForm(form: XmlElement, id: string, words: Readonly<Record<'yes' | 'no', string>>) {
  const fields = childrenOf(form, 'field').slice(0, maxFormFields);
  // Hidden fields go back unchanged.
  const hidden = fields.flatMap((field) => {
    const name = field.attributes.get('var');
    return field.attributes.get('type') === 'hidden' && name ? [{ name, value: valuesOf(field)[0] ?? '' }] : [];
  });
  /** The fields' names, by the ids of their questions. */
  const names = new Map<number, string>();
  const questions = fields.flatMap((field, at): SurveyQuestion[] => {
    const name = field.attributes.get('var');
    const kind = field.attributes.get('type') ?? 'text-single';
    const type = typeOf[kind];
    if (!name || type === undefined || !Object.hasOwn(typeOf, kind)) return [];
    const values = valuesOf(field);
    const entries = kind === 'boolean' ? yesOrNo(values[0], words) : entriesOf(field, values);
    const isList = kind === 'list-single' || kind === 'list-multi';
    if (isList && entries.length === 0) return [];
    names.set(at, name);
    return [
      {
        id: at,
        label: cut(field.attributes.get('label') ?? name),
        type: type === 'radio' && entries.length > maxRadioOptions ? 'dropdown' : type,
        isMandatory: childOf(field, 'required', ns.dataForms) !== undefined,
        ...{ validation: undefined, logicId: undefined, entries },
        lastKnownValue: isList || kind === 'boolean' ? '' : cut(values.join('\n')),
      },
    ];
  });
  if (questions.length === 0) return undefined;
  const header = cut(childOf(form, 'title', ns.dataForms)?.text ?? '');
  const survey: ExitSurvey = { id, header, questions };
  return { survey, names, hidden };
}

const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name && child.namespace === ns.dataForms);

const valuesOf = (field: XmlElement): readonly string[] => childrenOf(field, 'value').map(({ text }) => text);

const cut = (text: string): string => text.trim().slice(0, maxFormLabelChars);

function entriesOf(field: XmlElement, chosen: readonly string[]): readonly SurveyEntry[] {
  return childrenOf(field, 'option')
    .slice(0, maxFormOptions)
    .flatMap((option) => {
      const [value] = valuesOf(option);
      if (value === undefined) return [];
      const label = cut(option.attributes.get('label') ?? value);
      return [{ value, label, isChecked: chosen.includes(value), showsLogicIds: [] }];
    });
}

function yesOrNo(chosen: string | undefined, words: Readonly<Record<'yes' | 'no', string>>): readonly SurveyEntry[] {
  const isYes = chosen === '1' || chosen === 'true';
  return [
    { value: '1', label: words.yes, isChecked: isYes, showsLogicIds: [] },
    { value: '0', label: words.no, isChecked: chosen !== undefined && !isYes, showsLogicIds: [] },
  ];
}

/** The answers, as a form for programs and as sentences for people whose client shows no forms. */
export function surveyStanza(
  to: string,
  id: string,
  { survey, names, hidden }: SurveyForm,
  answers: SurveyAnswers,
): Xml {
  const given = survey.questions.flatMap((question) => {
    const name = names.get(question.id);
    const answer = answers[question.id];
    if (name === undefined || answer === undefined) return [];
    const values = typeof answer === 'string' ? [answer] : answer;
    const shown = values.map((value) => question.entries.find((entry) => entry.value === value)?.label ?? value);
    return [{ name, values, sentence: `${question.label}: ${shown.join(', ')}` }];
  });
  const fields = [
    ...hidden.map(({ name, value }) => xml('field', { var: name, type: 'hidden' }, xml('value', {}, value))),
    ...given.map(({ name, values }) =>
      xml(
        'field',
        { var: name },
        values.map((value) => xml('value', {}, value)),
      ),
    ),
  ];
  const sentences = given.map(({ sentence }) => sentence).join('\n');
  return wordsStanza(to, id, sentences, undefined, xml('x', { xmlns: ns.dataForms, type: 'submit' }, fields));
}

/** The survey after a conversation. The desk sends the form while it is open, and the visitor sees it when the conversation is over. */
export function createExitSurvey(
  { createId }: ChannelPorts,
  { state, deskConfig, text, connection }: ConversationParts,
  onOver: () => void,
) {
  let next: SurveyForm | undefined;
  let open: SurveyForm | undefined;

  function over(): void {
    if (open === undefined) return;
    open = undefined;
    onOver();
  }

  return {
    get isOpen() {
      return open !== undefined;
    },
    /** The newest form counts. */
    received(form: XmlElement): void {
      next = readSurveyForm(form, createId(), { yes: text('yes'), no: text('no') });
    },
    conversationEnded(): void {
      open = next;
      next = undefined;
      if (open) state.emit({ type: 'survey', survey: open.survey });
    },
    async submit(answers: SurveyAnswers): Promise<void> {
      const form = open;
      if (!form) throw createError('CALL_INVALID', 'There is no survey to answer.');
      await connection.connect();
      if (open !== form) throw createError('CALL_INVALID', 'The survey was for another account.');
      // The same id for another attempt: the desk sees that it is the same message.
      const isThere = await connection.deliver(surveyStanza(deskConfig.address, String(form.survey.id), form, answers));
      if (!isThere) throw createError('CALL_FAILED', 'It is unknown whether the desk has received the answers.');
      over();
    },
    cancel: over,
    withdraw(): void {
      next = undefined;
      if (open) state.emit({ type: 'survey', survey: undefined });
      over();
    },
  };
}
