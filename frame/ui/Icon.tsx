import type { IconNode } from 'lucide';
import { createElement } from 'react';

export interface IconProps {
  readonly icon: IconNode;
  /** Side of the square, px. */
  readonly size?: number;
  readonly className?: string | undefined;
  /** Points the other way where one reads from right to left. */
  readonly 'data-flips'?: boolean | undefined;
}

/** A drawing of the set, in the colour of its text. Never the only name of a thing, so hidden from screen readers. */
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
