import { useState } from 'react';
import { pending } from '../../../styles/outreach.css.ts';
import { isImageSource } from '../imageSource.ts';

/** SH-135: a picture with a valid address that loads; else nothing, and no gap where it would be. Decoration only. */
export function CheckedImage({
  source,
  className,
  onLoaded,
}: {
  readonly source: string;
  readonly className: string;
  readonly onLoaded?: () => void;
}) {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading');
  if (!isImageSource(source) || state === 'broken') return null;
  return (
    <img
      src={source}
      alt=""
      referrerPolicy="no-referrer"
      className={state === 'loaded' ? className : pending}
      onLoad={() => {
        setState('loaded');
        onLoaded?.();
      }}
      onError={() => setState('broken')}
    />
  );
}
