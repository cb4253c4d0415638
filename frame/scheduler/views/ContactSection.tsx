import { useId } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { matchesDialing } from '../dialing.ts';
import type { TypedField } from '../formStore.ts';
import { fieldMaxLength } from '../limits.ts';
import type { SchedulerStore } from '../store.ts';
import { Alert } from './Alert.tsx';
import type { SchedulerActions } from './actions.ts';
import { fieldError } from './fieldError.ts';
import { Picker } from './Picker.tsx';
import { PrivacyNotice } from './PrivacyNotice.tsx';

export interface ContactSectionProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  /** The chosen time, repeated above the button that books it. */
  readonly when: string;
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
export function ContactSection({ store, actions, when, privacyUrl }: ContactSectionProps) {
  const state = useSnapshot(store.state, { sync: true });
  const { form, touched, dialingCodes, dialingRegion, subregions, isSubmitting } = state;
  const subregionId = useId();
  const { read } = store;
  const isLtr = (name: TypedField): boolean => name === 'email' || name === 'phoneNumber';

  const field = (name: Exclude<TypedField, 'question'>, label: string, type: 'text' | 'email' | 'tel' = 'text') => (
    <div data-field={name}>
      <TextField
        label={label}
        type={type}
        name={name}
        value={form[name]}
        autoComplete={autoComplete[name]}
        maxLength={fieldMaxLength}
        dir={isLtr(name) ? 'ltr' : 'auto'}
        isRequired
        error={fieldError(store, touched, name)}
        onChange={(value) => store.type(name, value)}
        onBlur={() => store.blur(name)}
      />
    </div>
  );

  return (
    <form
      noValidate
      className={styles.screen}
      onSubmit={(event) => {
        event.preventDefault();
        void store.submit();
      }}
    >
      <div className={styles.two}>
        {field('firstName', read('firstName'))}
        {field('lastName', read('lastName'))}
      </div>
      {field('company', read('company'))}
      {field('email', read('email'), 'email')}
      <div className={dialingCodes.length > 0 ? styles.phone : ''}>
        {dialingCodes.length > 0 && (
          <Picker
            options={dialingCodes}
            selectedId={dialingRegion}
            label={read('dialingCode')}
            texts={{ search: read('dialingSearch'), none: read('dialingNone') }}
            failedText={read('listFailed')}
            matches={matchesDialing}
            onSelect={({ id }) => store.chooseDialing(id)}
          >
            {`\u2066${form.dialingCode} ${dialingRegion}\u2069`}
          </Picker>
        )}
        {field('phoneNumber', read('phone'), 'tel')}
      </div>
      {subregions.length > 0 && (
        <div className={ui.field}>
          <label htmlFor={subregionId} className={ui.label}>
            {read('subregion')}
          </label>
          <select
            id={subregionId}
            className={ui.input}
            value={form.subregion}
            autoComplete="address-level1"
            onChange={(event) => store.chooseSubregion(event.target.value)}
          >
            {/* A loaded appointment can have a value that this list lacks. */}
            {(subregions.includes(form.subregion) ? subregions : [form.subregion, ...subregions]).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
      <PrivacyNotice store={store} actions={actions} privacyUrl={privacyUrl} />
      {when !== '' && <p className={styles.chosen}>{read('chosenTime', { time: when })}</p>}
      {state.isSlotGone && <Notice kind="info">{read('slotGone')}</Notice>}
      {state.problem !== 'taken' && <Alert store={store} />}
      <Button type="submit" variant="primary" isWide aria-disabled={isSubmitting}>
        {isSubmitting && <span className={styles.spinner} />}
        {read(isSubmitting ? 'submitting' : state.confirmationNumber === '' ? 'submit' : 'update')}
      </Button>
    </form>
  );
}
