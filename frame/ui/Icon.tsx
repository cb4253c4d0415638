import type { IconNode } from 'lucide';
import { createElement } from 'react';

export interface IconProps {
  readonly icon: IconNode;
  /** Side of the square, px. */
  readonly size?: number;
  readonly className?: string | undefined;
  /** Mirrors the icon in right-to-left languages. */
  readonly 'data-flips'?: boolean | undefined;
}

/** A lucide icon in the colour of its text. Hidden from screen readers, so never use it as the only label. */
export function Icon({ icon, size = 20, ...others }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...others}
    >
      {icon.map(([tag, attributes]) => createElement(tag, { ...attributes, key: JSON.stringify(attributes) }))}
    </svg>
  );
}
