import { proxy } from 'valtio/vanilla';
import type { TextReader } from '../../text/texts.ts';
import {
  emptyInquiry,
  type Inquiry,
  type InquiryField,
  type InquiryProblems,
  inquiryFields,
  type Kept,
  mailtoOf,
  parseDestination,
  parseKept,
  problemsOf,
  type SentInquiry,
  trimmed,
} from './inquiry.ts';
import { createOutbox, type OutboxPorts } from './outbox.ts';
import type { inquiryTexts } from './texts.ts';

export interface InquiryPorts extends OutboxPorts {
  readonly createId: () => string;
  /** A key of the visitor that does not reveal who it is: one visitor's draft is not shown to another. */
  readonly owner: () => string;
  readonly onOwner: (listener: () => void) => void;
  /** The visitor's data that the page knows. */
  readonly known: () => Partial<Inquiry>;
  readonly place: () => { readonly language: string; readonly page: string };
  readonly onOnline: (listener: () => void) => void;
  readonly openUrl: (href: string) => void;
}

export interface InquiryState {
  form: Inquiry;
  problems: InquiryProblems;
  /** `waiting`: it will be retried. `mailOpened`: it is open in the visitor's mail program. */
  status: 'writing' | 'sending' | 'waiting' | 'delivered' | 'refused' | 'mailOpened';
  /** Whether this tab is trying to send the message, or waits for a tab that is. */
  isTrying: boolean;
  /** Where the answer goes. */
  answerTo: string;
}

export interface InquiryStore {
  readonly state: InquiryState;
  write(field: InquiryField, value: string): void;
  /** Returns the first field that is missing or malformed. */
  send(href: string, subject: string): InquiryField | undefined;
  tryNow(): void;
  /** Empties the form: for another message, and when the visitor deletes their data. */
  startOver(): void;
}

/** The form's store with its texts. */
export interface InquiryParts {
  readonly store: InquiryStore;
  readonly text: TextReader<keyof typeof inquiryTexts>;
}

/**
 * The form in the pane. A draft is kept in session storage; a sent message is in the outbox, and all tabs read its outcome
 * from the storage.
 */
export function createInquiryStore(ports: InquiryPorts): InquiryStore {
  const { clock, lifetime, storage } = ports;
  let owner = ports.owner();
  const state = proxy<InquiryState>({
    form: emptyInquiry,
    problems: {},
    status: 'writing',
    isTrying: false,
    answerTo: '',
  });
  const outbox = createOutbox(ports, (of) => {
    if (of === owner) show();
  });

  const keep = (kept: Kept): void => void storage.write('cm-form', kept, owner);
  const known = (): Inquiry => ({ ...emptyInquiry, ...ports.known() });

  /** Shows the state of the owner's message. */
  function show(): void {
    const sent = outbox.read(owner);
    state.isTrying = outbox.isTrying(owner);
    if (sent) {
      // A refused message is in the form again, so that the visitor can change it.
      state.form = sent.inquiry;
      if (sent.state === 'refused') state.status = 'refused';
      // A retry stays on the same screen.
      else if (state.status !== 'waiting') state.status = state.isTrying ? 'sending' : 'waiting';
    } else if (state.status === 'sending' || state.status === 'waiting') {
      // This tab or another one has delivered it. After a deletion the status is `writing`.
      keep({ state: 'delivered', answerTo: state.form.email });
      state.answerTo = state.form.email;
      state.form = known();
      state.status = 'delivered';
    }
  }

  function restore(): void {
    owner = ports.owner();
    const kept = parseKept(storage.read('cm-form', owner));
    state.problems = {};
    state.status = kept?.state === 'delivered' ? 'delivered' : 'writing';
    state.answerTo = kept?.state === 'delivered' ? kept.answerTo : '';
    state.form = kept?.state === 'typed' ? kept.inquiry : known();
    show();
  }

  function openMail(address: string, subject: string): void {
    ports.openUrl(mailtoOf(address, subject, trimmed(state.form)));
    state.status = 'mailOpened';
  }

  function startOver(): void {
    outbox.remove(owner);
    storage.remove('cm-form', owner);
    state.status = 'writing';
    state.problems = {};
    state.form = known();
  }

  restore();
  outbox.sendWaiting(owner);
  ports.onOnline(() => outbox.sendWaiting(owner));
  ports.onOwner(() => {
    if (ports.owner() !== owner) restore();
    // The page has reported more about the visitor. A draft stays.
    else if (state.status === 'writing' && storage.read('cm-form', owner) === undefined) state.form = known();
  });
  storage.onChange(lifetime, (key, of) => {
    if (key === 'cm-outbox-form' && of === owner && !outbox.isTrying(of)) show();
    // The visitor has deleted their data in another tab, which reports this before it removes the message.
    if (key === 'cm-deleted') startOver();
  });

  return {
    state,
    write(field, value) {
      if (state.status === 'sending') return; // The server would not get the change.
      state.form = { ...state.form, [field]: value };
      if (field in state.problems) {
        const { [field]: _, ...others } = state.problems;
        state.problems = others;
      }
      // A change makes a new message out of a refused one.
      if (state.status === 'refused') storage.remove('cm-outbox-form', owner);
      keep({ state: 'typed', inquiry: state.form });
    },
    send(href, subject) {
      const to = parseDestination(href);
      if (!to || state.status === 'sending' || state.status === 'waiting') return undefined;
      state.problems = problemsOf(state.form);
      const first = inquiryFields.find((field) => field in state.problems);
      if (first !== undefined) return first;
      if (to.type === 'mail') {
        openMail(to.address, subject);
        return undefined;
      }
      const sent: SentInquiry = {
        ...{ id: ports.createId(), state: 'waiting', inquiry: trimmed(state.form), href },
        ...ports.place(),
        writtenAtMs: clock.now(),
      };
      outbox.send(owner, sent);
      show();
      return undefined;
    },
    tryNow: () => void outbox.attempt(owner),
    startOver,
  };
}
