import { useState } from 'react';
import { pending } from '../../../styles/outreach.css.ts';
import { isImageSource } from '../imageSource.ts';

/**
 * SH-135: a picture with a valid address that loads; else nothing, and no gap where it would be. Decoration only. The frame
 * is embedded by isolated pages too, so its browser takes a picture of another origin only with that server's leave: by
 * Cross-Origin-Resource-Policy, or, as the second try asks, by CORS.
 */
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
  const [usesCors, setUsesCors] = useState(false);
  if (!isImageSource(source) || state === 'broken') return null;
  return (
    <img
      key={String(usesCors)}
      src={source}
      alt=""
      referrerPolicy="no-referrer"
      crossOrigin={usesCors ? 'anonymous' : undefined}
      className={state === 'loaded' ? className : pending}
      onLoad={() => {
        setState('loaded');
        onLoaded?.();
      }}
      onError={() => {
        if (usesCors) setState('broken');
        else setUsesCors(true);
      }}
    />
  );
}
