/**
 * The frame document's headers on the widget origin: it may be framed by loopback pages, loads its own files, and talks
 * to the services origin. Vendor stand-ins (support chat, assistant, in-app SDK) are scripts of the services origin.
 */
export function widgetHeaders(servicesUrl: string): (path: string) => Record<string, string> {
  const socketsUrl = servicesUrl.replace(/^http/, 'ws');
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${servicesUrl}`,
    "style-src 'self'",
    `img-src 'self' data: https: ${servicesUrl}`,
    "font-src 'self'",
    `media-src 'self'`,
    `connect-src 'self' ${servicesUrl} ${socketsUrl}`,
    `frame-src ${servicesUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors http://localhost:* http://127.0.0.1:*',
  ].join('; ');
  return (path): Record<string, string> => {
    if (path !== '/frame/index.html') return {};
    return {
      'content-security-policy': policy,
      'cross-origin-embedder-policy': 'credentialless',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    };
  };
}
