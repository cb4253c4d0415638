import type { ComponentProps } from 'react';
import * as styles from '../../styles/ui.css.ts';

export interface PlainButtonProps
  extends Omit<ComponentProps<'button'>, 'onClick' | 'onKeyDown' | 'disabled' | 'style'> {
  readonly onPress?: () => void;
  readonly isDisabled?: boolean;
}

/** An unstyled native button. Safari does not focus a clicked button, so this does, because focus must return to it later. */
export function PlainButton({ onPress, isDisabled = false, ...props }: PlainButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={isDisabled}
      onKeyDown={(event) => {
        // Otherwise a held key would also press the next focused button.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      onClick={(event) => {
        event.currentTarget.focus();
        onPress?.();
      }}
    />
  );
}

export interface ButtonProps extends Omit<PlainButtonProps, 'className'> {
  readonly variant?: keyof typeof styles.button;
  readonly isWide?: boolean;
}

/** The one button: primary, secondary, quiet, or icon (which needs an `aria-label`). */
export function Button({ variant = 'secondary', isWide = false, ...props }: ButtonProps) {
  return <PlainButton {...props} className={`${styles.button[variant]}${isWide ? ` ${styles.wide}` : ''}`} />;
}
