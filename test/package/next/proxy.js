import { NextResponse } from 'next/server';

/** A strict policy with a nonce of its own for each answer, as the framework's documentation shows it. */
export function proxy(request) {
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `frame-src ${new URL(process.env.WIDGET_LOADER).origin}`,
    "connect-src 'self'",
    "base-uri 'none'",
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}
