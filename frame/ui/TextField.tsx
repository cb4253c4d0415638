import { type ReactNode, type Ref, useId } from 'react';
import * as styles from '../../styles/field.css.ts';

export interface TextFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: 'text' | 'email' | 'search';
  /** The on-screen keyboard, if it differs from that of the type. */
  readonly inputMode?: 'tel' | 'numeric' | 'email' | undefined;
  readonly name?: string;
  readonly autoComplete?: string;
  /** A message below the field, which makes the field invalid. */
  readonly error?: string | undefined;
  readonly description?: ReactNode;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** Unlike a disabled field, it keeps the focus. */
  readonly isReadOnly?: boolean;
  readonly rows?: number | undefined;
  readonly maxLength?: number;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  readonly inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/** A labelled native field, single-line or multi-line. The error is associated with it and announced when it appears. */
export function TextField(props: TextFieldProps) {
  const id = useId();
  const describedBy = [props.description && `${id}-description`, props.error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  const shared = {
    id,
    name: props.name,
    value: props.value,
    required: props.isRequired,
    disabled: props.isDisabled,
    readOnly: props.isReadOnly,
    maxLength: props.maxLength,
    autoComplete: props.autoComplete,
    inputMode: props.inputMode,
    // `auto` would lay out an empty field from left to right.
    dir: props.value || props.dir !== 'auto' ? props.dir : undefined,
    className: styles.input,
    ref: props.inputRef,
    'aria-invalid': props.error ? true : undefined,
    'aria-describedby': describedBy || undefined,
    onChange: (event: { target: { value: string } }) => props.onChange(event.target.value),
    onBlur: props.onBlur,
  } as const;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      {props.rows ? <textarea {...shared} rows={props.rows} /> : <input {...shared} type={props.type ?? 'text'} />}
      {props.description && (
        <div id={`${id}-description`} className={styles.description}>
          {props.description}
        </div>
      )}
      {props.error && (
        <div id={`${id}-error`} role="alert" className={styles.error}>
          {props.error}
        </div>
      )}
    </div>
  );
}
