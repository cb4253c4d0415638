export type Device = 'desktop' | 'tablet' | 'mobile';

/**
 * SH-156: a tablet is an iPad, or an Android device that is not mobile; mobile is an iPhone or a mobile Android device.
 * iPadOS identifies itself as a Macintosh, but no Macintosh has a touch screen.
 */
export function deviceOf(userAgent: string, touchPoints: number): Device {
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'tablet';
  if (/iPhone|iPod/.test(userAgent)) return 'mobile';
  if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'mobile' : 'tablet';
  return 'desktop';
}
