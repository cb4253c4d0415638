import { type ReactNode, Suspense, use, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { pendingField } from '../../../styles/field.css.ts';
import * as styles from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { useLazy } from '../../ui/lazyView.tsx';
import type { DateText } from '../dateText.ts';
import { fullName } from '../fullName.ts';
import type { Accordian } from '../records.ts';
import type { SchedulerStore } from '../store.ts';
import { sectionOf } from '../validateForm.ts';
import { Alert } from './Alert.tsx';
import type { SchedulerActions } from './actions.ts';
import { BookedBefore } from './BookedBefore.tsx';
import { steps } from './later.ts';
import { QuestionSection } from './QuestionSection.tsx';
import { PaneShown, ScreenHeading } from './ScreenHeading.tsx';
import { Section } from './Section.tsx';
import type { Steps } from './steps.tsx';

export interface FormScreenProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  readonly dates: DateText;
  readonly privacyUrl: string | undefined;
}

/** The booking form: question, suggested topic, day and time, contact details (SC-033). */
export function FormScreen({ store, actions, dates, privacyUrl }: FormScreenProps) {
  const state = useSnapshot(store.state);
  const { form, displayedAccordian: open, pendingFocus, isEditing, problem } = state;
  const screen = useRef<HTMLDivElement>(null);
  const id = useId();
  const { read } = store;

  // SC-090: focus the field, the calendar's current day, or the notice. The section is already open. This may be a late answer, which
  // leaves the focus in the host page (A11Y-10).
  useEffect(() => {
    if (!pendingFocus) return;
    const box = screen.current?.querySelector<HTMLElement>(`[data-field="${pendingFocus}"]`);
    const target = box?.querySelector<HTMLElement>(
      'input:not([type=radio]), textarea, [role=grid] button[tabindex="0"]',
    );
    if (document.hasFocus()) (target ?? box)?.focus();
    // Include the label and the error.
    box?.scrollIntoView({ block: 'nearest' });
    store.clearPendingFocus();
  }, [pendingFocus, store]);

  const invalid = store.invalid();
  const isDone = (section: Accordian): boolean => !invalid.some((field) => sectionOf(field) === section);
  const span = store.times.chosenSpan(form);
  const when = span ? dates.span({ ...span, zone: store.times.zone() }) : '';
  const brief = span ? dates.briefSpan({ ...span, zone: store.times.zone() }) : '';
  const section = (name: Accordian) => ({
    id: `${id}${name}`,
    isOpen: open === name,
    onOpen: () => store.openSection(name),
  });

  return (
    <div ref={screen} className={styles.screen}>
      <div className={styles.intro}>
        <ScreenHeading>{read(isEditing ? 'editTitle' : 'title')}</ScreenHeading>
        {!isEditing && <Prompt store={store} />}
      </div>
      {/* An alert is next to the submit button or the slots if that section is open, and here otherwise. */}
      {open !== 'CONTACT_INFO' && problem !== 'taken' && <Alert store={store} />}
      <div className={styles.accordion}>
        <Section
          {...section('QUESTION')}
          number={dates.number(1)}
          title={read('sectionQuestion')}
          value={form.question}
          isDone={isDone('QUESTION')}
        >
          <QuestionSection store={store} />
        </Section>
        {state.cognitiveClassification && (
          <Section
            {...section('COGNITIVE')}
            title={read('sectionTopic')}
            value={form.topic}
            isDone={state.cognitiveFeedbackReceived}
          >
            <LaterStep>{({ TopicSection }) => <TopicSection store={store} />}</LaterStep>
          </Section>
        )}
        <Section
          {...section('CALENDAR')}
          number={dates.number(2)}
          title={read('sectionCalendar')}
          value={when}
          isDone={isDone('CALENDAR')}
        >
          <LaterStep>{({ CalendarSection }) => <CalendarSection {...{ store, actions, dates }} />}</LaterStep>
        </Section>
        <Section
          {...section('CONTACT_INFO')}
          number={dates.number(3)}
          title={read('sectionContact')}
          value={fullName(read, form.firstName, form.lastName)}
          isDone={isDone('CONTACT_INFO')}
        >
          <LaterStep>
            {({ ContactSection }) => <ContactSection {...{ store, actions, when, brief, privacyUrl }} />}
          </LaterStep>
        </Section>
      </div>
      {isEditing ? (
        <Button variant="quiet" onPress={() => void store.bookedCall()?.leaveEdit()}>
          {read('back')}
        </Button>
      ) : (
        <BookedBefore store={store} />
      )}
    </div>
  );
}

function Prompt({ store }: { readonly store: SchedulerStore }) {
  const { prompt } = useSnapshot(store.state);
  const isPaneShown = use(PaneShown);
  // A prepared form has no prompt. Before the browser paints, because the experiment may have been decided since the text was chosen.
  useLayoutEffect(() => {
    if (isPaneShown && prompt) store.promptSeen();
  }, [isPaneShown, prompt, store]);
  return <p className={styles.prompt}>{prompt}</p>;
}

interface LaterStepProps {
  readonly children: (loaded: Steps) => ReactNode;
}

/** A section of the form after the question. Nothing else waits for its download. */
function LaterStep(props: LaterStepProps) {
  return (
    <Suspense fallback={<div className={`${ui.skeleton} ${pendingField}`} />}>
      <LoadedStep {...props} />
    </Suspense>
  );
}

const LoadedStep = ({ children }: LaterStepProps): ReactNode => children(useLazy(steps));
