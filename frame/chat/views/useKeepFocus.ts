import { type RefObject, useEffect, useRef } from 'react';

interface FocusPlaces {
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Keeps focus in the window when the focused control is removed or disabled (A11Y-09, A11Y-22). From a button of the list
 * it moves to the list; otherwise to the input, to the survey that replaced the input, or to the list. Focus outside of
 * the window does not move.
 */
export function useKeepFocus({ pane, list, field }: FocusPlaces): void {
  const last = useRef<{ readonly element: Element; readonly list: Element | null } | undefined>(undefined);

  useEffect(() => {
    const box = pane.current;
    if (!box) return;
    const remember = (element: unknown): void => {
      if (!(element instanceof Element) || !box.contains(element)) return;
      last.current = { element, list: list.current?.contains(element) ? list.current : null };
    };
    const onFocus = ({ target }: FocusEvent): void => remember(target);
    // The input may have focus already.
    remember(document.activeElement);
    const isLost = (): boolean =>
      last.current !== undefined &&
      !(last.current.element.isConnected && !last.current.element.matches(':disabled')) &&
      document.hasFocus() &&
      (document.activeElement === document.body || document.activeElement === last.current.element);
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      const input = field.current?.disabled ? null : field.current;
      const place = last.current?.list?.isConnected
        ? last.current.list
        : (input ?? box.querySelector('[data-takes-focus]') ?? list.current);
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    });
    box.addEventListener('focusin', onFocus);
    observer.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      box.removeEventListener('focusin', onFocus);
      observer.disconnect();
      // Move focus to the start of what replaces the window.
      if (!isLost()) return;
      document
        .querySelector<HTMLElement>('[data-screen-heading], [data-opens-focused]')
        ?.focus({ preventScroll: true });
    };
  }, [pane, list, field]);
}
