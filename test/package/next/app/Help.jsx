'use client';

import { useContactWidget } from 'contact-widget/react';

export function Help({ src }) {
  const widget = useContactWidget({ src });
  return (
    <button type="button" disabled={!widget} onClick={() => widget?.open()}>
      Help
    </button>
  );
}
