import { useEffect, useRef, useState } from 'react';
import { browserClock } from '../platform/clock.ts';
import { within } from '../platform/within.ts';
import type { Arming } from './arming.ts';
import { Button, type ButtonProps } from './Button.tsx';

/** How long a button with consequences waits for its protection: a download that hangs must not lock the visitor out. */
const downloadLimitMs = 5_000;
/** Until `arming.ts` is there. A press without a pointer always counts. */
const unknownArming: Arming = { mayPress: ({ detail }) => detail === 0, stop() {} };
/** When it could not be downloaded. */
const noArming: Arming = { mayPress: () => true, stop() {} };

/**
 * The button of an action with consequences for the visitor: booking, cancelling, sending a file, agreeing. It ignores a
 * press that may be unintended, because the frame was covered or has just moved (`arming.ts`), and then shows the hint.
 */
export function GuardedButton({ hint, ...props }: ButtonProps & { readonly hint: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const arming = useRef<Arming>(unknownArming);
  const [isRefused, setRefused] = useState(false);

  useEffect(() => {
    let isGone = false;
    const watch = async (): Promise<void> => {
      const module = await within(browserClock, downloadLimitMs, import('./arming.ts'), undefined).catch(
        () => undefined,
      );
      if (button.current && !isGone) arming.current = module?.watchArming(button.current) ?? noArming;
    };
    void watch();
    return () => {
      isGone = true;
      arming.current.stop();
    };
  }, []);

  return (
    <>
      <Button
        {...props}
        ref={button}
        onClickCapture={(event) => {
          const mayPress = arming.current.mayPress(event.nativeEvent);
          setRefused(!mayPress);
          if (mayPress) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {isRefused && <p role="status">{hint}</p>}
    </>
  );
}
