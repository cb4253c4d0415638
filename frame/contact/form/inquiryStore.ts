import { proxy } from 'valtio/vanilla';
import type { TextReader } from '../../text/texts.ts';
import {
  emptyInquiry,
  type Inquiry,
  type InquiryField,
  type InquiryProblems,
  inquiryFields,
  mailtoOf,
  parseDestination,
  problemsOf,
  type SentInquiry,
  trimmed,
} from './inquiry.ts';
import { maxMailAddressLength } from './limits.ts';
import { createOutbox, type OutboxPorts } from './outbox.ts';
import { createOwnership, type OwnershipPorts } from './ownership.ts';
import type { inquiryTexts } from './texts.ts';

export interface InquiryPorts extends OutboxPorts, OwnershipPorts {
  readonly createId: () => string;
  /** Calls the listener when the page says something else about its visitor, and whether it is another one. */
  readonly onVisitor: (listener: (isAnother: boolean) => void) => void;
  /** Calls the listener when the page is back from the back-forward cache, where it received no storage events. */
  readonly onShow: (listener: () => void) => void;
  /** The visitor's data that the page knows. */
  readonly known: () => Partial<Inquiry>;
  readonly place: () => { readonly language: string; readonly page: string };
  readonly onOnline: (listener: () => void) => void;
  /** Opens a `mailto:` address in the visitor's mail program. */
  readonly openMail: (href: string) => void;
  /** Whether the page's menu has a form with this address. */
  readonly hasForm: (href: string) => boolean;
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
  /** The address of the menu entry that the message was sent from. */
  sentTo: string;
}

export interface InquiryStore {
  readonly state: InquiryState;
  /** Whether the page's menu has a form with this address. */
  hasForm(href: string): boolean;
  write(field: InquiryField, value: string): void;
  /** Returns the first field that is missing, malformed or too long. */
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
 * The form in the pane. A draft, or the id of the message that the tab has sent, is kept in session storage; a sent message
 * is in the outbox, and all tabs read its outcome from the storage.
 */
export function createInquiryStore(ports: InquiryPorts): InquiryStore {
  const { clock, lifetime, storage } = ports;
  const state = proxy<InquiryState>({
    form: emptyInquiry,
    problems: {},
    status: 'writing',
    isTrying: false,
    answerTo: '',
    sentTo: '',
  });
  const outbox = createOutbox(ports, show);
  const own = createOwnership(ports, outbox);

  const known = (): Inquiry => ({ ...emptyInquiry, ...ports.known() });

  /** Shows the state of the visitor's message. */
  function show(): void {
    const kept = own.readKept();
    const at = own.ownerOfMessage();
    const sent = outbox.read(at);
    const isOpen = state.status === 'sending' || state.status === 'waiting';
    const { text } = sent?.inquiry ?? state.form;
    const draft = kept?.state === 'typed' && kept.inquiry.text.trim() !== text ? kept.inquiry : undefined;
    own.shows(sent?.id);
    state.isTrying = outbox.isTrying(at);
    if (sent?.state === 'waiting') {
      state.form = sent.inquiry;
      state.sentTo = sent.href;
      // A retry stays on the same screen.
      if (state.status !== 'waiting') state.status = state.isTrying ? 'sending' : 'waiting';
    } else if (draft && isOpen) {
      // The visitor was writing this when another tab sent the message.
      state.form = draft;
      state.status = 'writing';
    } else if (sent && !draft) {
      // A refused message is in the form again, so that the visitor can change it.
      state.form = sent.inquiry;
      state.sentTo = sent.href;
      state.status = 'refused';
      if (kept?.state === 'sent' && kept.id === sent.id) own.keep({ state: 'typed', inquiry: sent.inquiry });
    } else if (isOpen) {
      // This tab or another one has delivered it. After a deletion the status is `writing`.
      own.keep({ state: 'delivered', answerTo: state.form.email, href: state.sentTo });
      state.answerTo = state.form.email;
      state.form = known();
      state.status = 'delivered';
    }
  }

  function restore(): void {
    const kept = own.readKept();
    const isWaiting = kept?.state === 'sent' && outbox.ownerOf(kept.id) !== undefined;
    const isDelivered = kept !== undefined && kept.state !== 'typed' && !isWaiting;
    state.problems = {};
    state.status = isDelivered ? 'delivered' : 'writing';
    state.answerTo = isDelivered ? kept.answerTo : '';
    state.sentTo = isDelivered ? kept.href : '';
    state.form = kept?.state === 'typed' ? kept.inquiry : known();
    show();
  }

  /** Returns the field that is too long for the address of an e-mail. */
  function openMail(address: string, subject: string): InquiryField | undefined {
    const mail = mailtoOf(address, subject, trimmed(state.form));
    if (mail.length > maxMailAddressLength) {
      state.problems = { text: 'tooLong' };
      return 'text';
    }
    ports.openMail(mail);
    state.status = 'mailOpened';
    return undefined;
  }

  function startOver(): void {
    outbox.remove(own.ownerOfMessage());
    own.forget();
    state.status = 'writing';
    state.problems = {};
    state.form = known();
  }

  own.pageLoaded();
  restore();
  outbox.sendWaiting(own.owner);
  ports.onOnline(() => outbox.sendWaiting(own.owner));
  ports.onVisitor((isAnother) => {
    // The message in the form goes with its visitor, and is not delivered.
    if (isAnother) state.status = 'writing';
    if (own.visitorChanged(isAnother)) restore();
    // The page has reported more about the visitor. A draft stays.
    else if (state.status === 'writing' && !own.readKept()) state.form = known();
  });
  ports.onShow(restore);
  storage.onChange(lifetime, (key) => {
    if (key === 'cm-outbox-form' && !outbox.isTrying(own.ownerOfMessage())) show();
    // The visitor has deleted their data in another tab, which reports this before it removes the message.
    if (key === 'cm-deleted') startOver();
  });

  return {
    state,
    hasForm: ports.hasForm,
    write(field, value) {
      if (state.status === 'sending') return; // The server would not get the change.
      state.form = { ...state.form, [field]: value };
      // The visitor is writing in another form than the one that was sent.
      if (state.status === 'delivered' || state.status === 'mailOpened') state.status = 'writing';
      if (field in state.problems) {
        const { [field]: _, ...others } = state.problems;
        state.problems = others;
      }
      // A change makes a new message out of a refused one.
      if (state.status === 'refused') outbox.remove(own.ownerOfMessage());
      own.keep({ state: 'typed', inquiry: state.form });
    },
    send(href, subject) {
      const to = parseDestination(href);
      if (!to || state.status === 'sending' || state.status === 'waiting') return undefined;
      state.problems = problemsOf(state.form);
      const first = inquiryFields.find((field) => field in state.problems);
      if (first !== undefined) return first;
      state.sentTo = href;
      if (to.type === 'mail') return openMail(to.address, subject);
      const sent: SentInquiry = {
        ...{ id: ports.createId(), state: 'waiting', inquiry: trimmed(state.form), href },
        ...ports.place(),
        writtenAtMs: clock.now(),
      };
      own.keep({ state: 'sent', id: sent.id, answerTo: sent.inquiry.email, href });
      outbox.send(own.owner, sent);
      show();
      return undefined;
    },
    tryNow: () => void outbox.attempt(own.ownerOfMessage()),
    startOver,
  };
}
