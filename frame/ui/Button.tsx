import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components/Button';
import * as styles from '../../styles/ui.css.ts';

export interface ButtonProps extends Omit<AriaProps, 'className' | 'style' | 'isPending'> {
  readonly variant?: keyof typeof styles.button;
  readonly isWide?: boolean;
}

/** The one button: primary, secondary, quiet, or icon (which needs an `aria-label`). */
export function Button({ variant = 'secondary', isWide = false, ...props }: ButtonProps) {
  return <AriaButton {...props} className={`${styles.button[variant]}${isWide ? ` ${styles.wide}` : ''}`} />;
}
