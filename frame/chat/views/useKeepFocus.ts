import { type RefObject, useEffect, useRef } from 'react';

interface FocusPlaces {
  readonly room: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Focus does not fall out of the window when the control that had it goes (A11Y-09, A11Y-22): a pressed button of the list
 * leaves it in the list, anything else in the input, else in the survey that came in its place, else in the list. Focus that
 * is somewhere else, the page included, stays there.
 */
export function useKeepFocus({ room, list, field }: FocusPlaces): void {
  const last = useRef<{ readonly element: Element; readonly list: Element | null } | undefined>(undefined);

  useEffect(() => {
    const box = room.current;
    if (!box) return;
    const remember = (element: unknown): void => {
      if (!(element instanceof Element) || !box.contains(element)) return;
      last.current = { element, list: list.current?.contains(element) ? list.current : null };
    };
    const onFocus = ({ target }: FocusEvent): void => remember(target);
    // The input may have it before anybody listens.
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
      // What comes in the window's place has its own beginning.
      if (!isLost()) return;
      document
        .querySelector<HTMLElement>('[data-screen-heading], [data-opens-focused]')
        ?.focus({ preventScroll: true });
    };
  }, [room, list, field]);
}
