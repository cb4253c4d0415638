import { type ReactNode, useId } from 'react';
import * as styles from '../../../styles/debug.css.ts';

/** One titled list of the debug window. */
export function Section(props: {
  readonly title: string;
  readonly note?: string | undefined;
  /** Shown instead of an empty list. */
  readonly empty: string;
  readonly children: readonly ReactNode[];
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        <span>{props.title}</span>
        <span className={styles.count}>{props.note ?? props.children.length}</span>
      </h2>
      {props.children.length === 0 ? (
        <p className={styles.quiet}>{props.empty}</p>
      ) : (
        <ul aria-labelledby={id} className={styles.list}>
          {props.children}
        </ul>
      )}
    </section>
  );
}

export function Row(props: { readonly name: string; readonly tag?: string | undefined; readonly children: ReactNode }) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <span>{props.name}</span>
        {props.tag && <span className={styles.tag}>{props.tag}</span>}
      </span>
      <span className={styles.detail}>
        <bdi dir="ltr">{props.children}</bdi>
      </span>
    </li>
  );
}
