import * as styles from '../../../styles/calendar.css.ts';
import * as ui from '../../../styles/ui.css.ts';

export interface ChoicesProps<Value extends string> {
  readonly name: string;
  /** For assistive technology: the options explain themselves. */
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

/** Two or three options side by side, as radio buttons. */
export function Choices<const Value extends string>(props: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.views}>
      <legend className={ui.visuallyHidden}>{props.legend}</legend>
      {props.options.map(({ value, label }) => (
        <label key={value} className={styles.viewOption}>
          <input
            type="radio"
            name={props.name}
            className={styles.covered}
            checked={value === props.value}
            onChange={() => props.onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
