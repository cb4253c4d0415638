import { useSnapshot } from 'valtio/react';
import { description } from '../../../styles/field.css.ts';
import * as styles from '../../../styles/scheduler.css.ts';
import { isolate } from '../../text/isolate.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useOptional } from '../../ui/lazyView.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { matchesDialing } from '../dialing.ts';
import type { TypedField } from '../formStore.ts';
import { fullName } from '../fullName.ts';
import { maxFieldLength } from '../limits.ts';
import { joinPhone } from '../phone.ts';
import type { SchedulerStore } from '../store.ts';
import { Alert } from './Alert.tsx';
import type { SchedulerActions } from './actions.ts';
import { TimeGone } from './CalendarSection.tsx';
import { Expert } from './Expert.tsx';
import { fieldError } from './fieldError.ts';
import { later } from './later.ts';
import { NextStep } from './NextStep.tsx';
import { Picker } from './Picker.tsx';
import { PrivacyNotice } from './PrivacyNotice.tsx';

export interface ContactSectionProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  /** The chosen time, repeated above the submit button. */
  readonly when: string;
  /** The short form, next to that button. */
  readonly brief: string;
  readonly privacyUrl: string | undefined;
}

const autoComplete: Readonly<Record<Exclude<TypedField, 'question'>, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  company: 'organization',
  email: 'email',
  phoneNumber: 'tel-national',
};

/** The contact details, the privacy notice and the submit button (SC-075 to SC-092). */
export function ContactSection({ store, actions, when, brief, privacyUrl }: ContactSectionProps) {
  const state = useSnapshot(store.state, { sync: true });
  const { form, touched, dialingCodes, dialingRegion, subregions, isSubmitting } = state;
  const chosen = store.times.chosen(form);
  // A loaded appointment can have a value that this list lacks.
  const names = subregions.includes(form.subregion) ? subregions : [form.subregion, ...subregions];
  const subregionOptions = names.map((name) => ({ id: name, label: name }));
  const phone = isolate(joinPhone(form.dialingCode, form.phoneNumber));
  const { read } = store;
  const isLtr = (name: TypedField): boolean => name === 'email' || name === 'phoneNumber';

  const field = (name: Exclude<TypedField, 'question'>, label: string) => (
    <div key={name} data-field={name}>
      <TextField
        label={label}
        type={name === 'email' ? 'email' : 'text'}
        // `tel` allows no `autocomplete` for a number without its country.
        inputMode={name === 'phoneNumber' ? 'tel' : undefined}
        name={name}
        value={form[name]}
        autoComplete={autoComplete[name]}
        maxLength={maxFieldLength}
        dir={isLtr(name) ? 'ltr' : 'auto'}
        isRequired
        error={fieldError(store, touched, name)}
        onChange={(value) => store.type(name, value)}
        onBlur={() => store.blur(name)}
      />
    </div>
  );

  // The family name comes first where people write it first.
  const isFamilyFirst = fullName(read, '1', '2').startsWith('2');
  const nameFields = isFamilyFirst ? (['lastName', 'firstName'] as const) : (['firstName', 'lastName'] as const);

  // The number of a new call arrives while it is still being booked, so the number does not tell a change.
  const [action, inProgress] = state.isEditing
    ? (['update', 'updating'] as const)
    : (['submit', 'submitting'] as const);

  // Downloaded before the press that needs them.
  const views = useOptional(later);

  return (
    <form
      noValidate
      className={styles.screen}
      onSubmit={(event) => {
        event.preventDefault();
        void store.submit();
      }}
    >
      {when !== '' && (
        <div className={styles.card}>
          <p className={styles.chosen}>{read('chosenTime', { time: when })}</p>
          {chosen && <Expert of={chosen} />}
          {store.invalid(form).includes('phoneNumber') ? null : <p>{read('weCall', { phone })}</p>}
        </div>
      )}
      {/* Before the fields: the submit button stays in view, so nobody would scroll to a notice above it. */}
      <PrivacyNotice store={store} actions={actions} privacyUrl={privacyUrl} />
      <div className={styles.two}>{nameFields.map((name) => field(name, read(name)))}</div>
      {field('company', read('company'))}
      {field('email', read('email'))}
      <div className={dialingCodes.length > 0 ? styles.phone : ''}>
        {dialingCodes.length > 0 && (
          <Picker
            options={dialingCodes}
            selectedId={dialingRegion}
            label={read('dialingCode')}
            texts={{ search: read('dialingSearch'), none: read('dialingNone'), close: read('closeDetails') }}
            read={read}
            detail={dialingCodes.find(({ id }) => id === dialingRegion)?.regionName}
            matches={matchesDialing}
            onSelect={({ id }) => store.chooseDialing(id)}
          >
            {`\u2066${form.dialingCode} ${dialingRegion}\u2069`}
          </Picker>
        )}
        {field('phoneNumber', read('phone'))}
      </div>
      {subregions.length > 0 && (
        <div>
          <Picker
            options={subregionOptions}
            selectedId={form.subregion}
            label={read('subregion')}
            texts={{ search: read('subregionSearch'), none: read('subregionNone'), close: read('closeDetails') }}
            read={read}
            onSelect={({ id }) => store.chooseSubregion(id)}
          />
          {!state.isSubregionChosen && !state.appointment && <p className={description}>{read('subregionNote')}</p>}
        </div>
      )}
      <TimeGone store={store} />
      <NextStep
        alert={
          <>
            {state.problem !== 'taken' && <Alert store={store} />}
            {views && <views.ErrorSummary store={store} />}
          </>
        }
        summary={brief}
      >
        <GuardedButton hint={read('pressAgain')} type="submit" variant="primary" aria-disabled={isSubmitting}>
          {isSubmitting && <span className={styles.spinner} />}
          <span>{read(isSubmitting ? inProgress : action)}</span>
        </GuardedButton>
      </NextStep>
    </form>
  );
}
