import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { DismissButton, Overlay } from 'react-aria/Overlay';
import { useFocusWithin } from 'react-aria/useFocusWithin';
import { useOverlayPosition } from 'react-aria/useOverlayPosition';

export interface PopoverProps {
  readonly button: RefObject<HTMLElement | null>;
  /** The element that the popover is put into. */
  readonly container: Element;
  readonly className: string;
  /** The name of the button that closes it, which only assistive technology has. */
  readonly closeText: string;
  /** The visitor has dismissed it, or has moved the focus elsewhere. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Shows content next to its button. It follows the button while the pane scrolls, as long as the button is in view. The
 * library's popover closes on every scroll event, even one of a scroll that began before the press.
 */
export function Popover({ button, container, className, closeText, onClose, children }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const { overlayProps, updatePosition } = useOverlayPosition({
    targetRef: button,
    overlayRef: popover,
    placement: 'bottom start',
    offset: 4,
    containerPadding: 8,
    onClose: null,
  });
  const { focusWithinProps } = useFocusWithin({
    onBlurWithin({ relatedTarget }) {
      // A press on the button already closes the popover.
      if (relatedTarget && relatedTarget !== button.current) onClose();
    },
  });

  useLayoutEffect(() => {
    function follow({ target }: Event): void {
      if (!button.current || !(target instanceof Element) || !target.contains(button.current)) return;
      if (isInView(button.current, target)) updatePosition();
    }
    // When a phone's keyboard opens or the phone is rotated, the button may leave the view. Scrolling to it also moves the popover.
    const show = (): void => button.current?.scrollIntoView({ block: 'nearest' });
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', show);
    return () => {
      document.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', show);
    };
  }, [button, updatePosition]);

  return (
    <Overlay portalContainer={container}>
      <div {...overlayProps} {...focusWithinProps} ref={popover} className={className}>
        {children}
        <DismissButton aria-label={closeText} onDismiss={onClose} />
      </div>
    </Overlay>
  );
}

function isInView(element: Element, scroller: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const visible = scroller.getBoundingClientRect();
  return bottom > visible.top && top < visible.bottom;
}
