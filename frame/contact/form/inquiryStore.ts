import { proxy } from 'valtio/vanilla';
import type { CallBackend } from '../../platform/backend/plan.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import type { FrameStorage } from '../../platform/storage.ts';
import type { Locks } from '../../platform/tabs.ts';
import type { TextReader } from '../../text/texts.ts';
import { type SendOutcome, sendInquiry } from './api.ts';
import {
  emptyInquiry,
  type Inquiry,
  type InquiryField,
  type InquiryProblems,
  inquiryFields,
  isAutomatic,
  type Kept,
  mailtoOf,
  parseDestination,
  parseKept,
  parseSent,
  problemsOf,
  type SentInquiry,
  trimmed,
} from './inquiry.ts';
import { retryWaitsMs } from './limits.ts';
import type { inquiryTexts } from './texts.ts';

export interface InquiryPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly storage: FrameStorage;
  /** Undefined if the browser has no Web Locks or refuses them. */
  readonly locks: Locks | undefined;
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
 * The form in the pane. A draft is kept in session storage; a sent message is kept in local storage until a server has
 * accepted it. One tab sends at a time, and the others read the outcome from the storage.
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
  const running = new Set<string>();
  const tries = new Map<string, number>();
  const stops = new Map<string, () => void>();

  const read = (of: string): SentInquiry | undefined => parseSent(storage.read('cm-outbox-form', of));
  const keep = (kept: Kept): void => void storage.write('cm-form', kept, owner);
  const known = (): Inquiry => ({ ...emptyInquiry, ...ports.known() });

  /** Shows the state of the owner's message. */
  function show(): void {
    const sent = read(owner);
    state.isTrying = running.has(owner);
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

  function attemptLater(of: string, afterMs?: number): void {
    const count = tries.get(of) ?? 0;
    tries.set(of, count + 1);
    stops.get(of)?.();
    const waitMs = afterMs ?? retryWaitsMs[Math.min(count, retryWaitsMs.length - 1)] ?? 0;
    stops.set(of, lifetime.add(clock.after(waitMs, () => retry(of))));
  }

  function retry(of: string): void {
    const sent = read(of);
    if (sent && isAutomatic(sent, clock.now())) void attempt(of);
  }

  /** Sends the owner's message unless another tab does. A tab that gets the lock reads the stored message again. */
  async function attempt(of: string): Promise<void> {
    if (running.has(of)) return;
    running.add(of);
    stops.get(of)?.();
    if (of === owner) show();
    try {
      if (ports.locks)
        await ports.locks.request(`cm-outbox-form.${of}`, { signal: lifetime.signal }, async () => deliver(of));
      else await deliver(of);
    } catch (error) {
      if (!lifetime.ended) ports.log.error('A message of the form could not be sent.', error);
    } finally {
      running.delete(of);
    }
    if (!lifetime.ended && of === owner) show();
  }

  async function deliver(of: string): Promise<void> {
    const sent = read(of);
    const to = sent && parseDestination(sent.href);
    if (sent?.state !== 'waiting' || to?.type !== 'post') return;
    const outcome = await sendInquiry(ports.call, to, sent, lifetime.signal);
    if (lifetime.ended) return;
    if (read(of)?.id === sent.id) settle(of, sent, outcome);
    // The visitor has deleted it, and may have sent another one.
    else await deliver(of);
  }

  function settle(of: string, sent: SentInquiry, outcome: SendOutcome): void {
    if (outcome.type === 'later') attemptLater(of, outcome.afterMs);
    else {
      tries.delete(of);
      if (outcome.type === 'delivered') storage.remove('cm-outbox-form', of);
      else storage.write('cm-outbox-form', { ...sent, state: 'refused' }, of);
    }
  }

  function sendWaiting(): void {
    for (const of of new Set([owner, ...storage.suffixes('cm-outbox-form')])) {
      if (!read(of)) storage.remove('cm-outbox-form', of);
      retry(of);
    }
  }

  function openMail(address: string, subject: string): void {
    ports.openUrl(mailtoOf(address, subject, trimmed(state.form)));
    state.status = 'mailOpened';
  }

  function startOver(): void {
    tries.delete(owner);
    storage.remove('cm-outbox-form', owner);
    storage.remove('cm-form', owner);
    state.status = 'writing';
    state.problems = {};
    state.form = known();
  }

  restore();
  sendWaiting();
  ports.onOnline(sendWaiting);
  ports.onOwner(() => {
    if (ports.owner() !== owner) restore();
    // The page has reported more about the visitor. A draft stays.
    else if (state.status === 'writing' && storage.read('cm-form', owner) === undefined) state.form = known();
  });
  storage.onChange(lifetime, (key, of) => {
    if (key === 'cm-outbox-form' && of === owner && !running.has(of)) show();
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
      storage.write('cm-outbox-form', sent, owner);
      void attempt(owner);
      show();
      return undefined;
    },
    tryNow: () => void attempt(owner),
    startOver,
  };
}
