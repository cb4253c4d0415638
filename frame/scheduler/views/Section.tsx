import Check from 'lucide/dist/esm/icons/check.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { type ReactNode, useEffect, useRef } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import { isMotionReduced } from '../../ui/isMotionReduced.ts';

export interface SectionProps {
  readonly id: string;
  /** In the digits of the language. Undefined for an optional step. */
  readonly number?: string;
  readonly title: string;
  /** The chosen value, shown while the section is closed. */
  readonly value: string;
  readonly isOpen: boolean;
  readonly isDone: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** A section of the form. Its header opens it, and only opening another section closes it (SC-034, SC-037). */
export function Section(props: SectionProps) {
  const { isOpen } = props;
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);

  // The control that opened this section is hidden with its own section, so move the focus here.
  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      // Wait for the next animation frame, which needs a layout anyway.
      requestAnimationFrame(() => {
        const { activeElement } = document;
        const isLost = !activeElement || activeElement === document.body || activeElement.closest('[hidden]');
        // Do not take the focus back from a visitor who moved to the host page.
        if (isLost && document.hasFocus()) {
          button.current?.focus({ preventScroll: true });
        }
        button.current?.scrollIntoView({ block: 'start', behavior: isMotionReduced() ? 'instant' : 'smooth' });
      });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);

  const hasNumber = props.number !== undefined || (props.isDone && !isOpen);
  const step = !hasNumber ? styles.stepUnnumbered : isOpen ? styles.stepOpen : props.isDone ? styles.stepDone : '';
  return (
    <div className={styles.section}>
      <h3 className={styles.sectionHeading}>
        <button
          ref={button}
          type="button"
          className={styles.sectionButton}
          aria-expanded={isOpen}
          aria-controls={props.id}
          onClick={() => {
            if (!isOpen) props.onOpen();
          }}
        >
          <span aria-hidden className={`${styles.step} ${step}`}>
            {props.isDone && !isOpen ? <Icon icon={Check} size={16} /> : props.number}
          </span>
          <span className={styles.sectionText}>
            <span className={styles.sectionTitle}>{props.title}</span>
            {!isOpen && props.value !== '' && (
              <span className={styles.sectionValue} dir="auto">
                {props.value}
              </span>
            )}
          </span>
          <Icon icon={ChevronDown} size={20} className={styles.chevron} />
        </button>
      </h3>
      <div id={props.id} hidden={!isOpen} className={styles.panel}>
        {isOpen && props.children}
      </div>
    </div>
  );
}
