import { ContactWidget } from 'contact-widget/react';
import { headers } from 'next/headers';

export default async function Layout({ children }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en">
      <body>
        {children}
        <ContactWidget src={process.env.WIDGET_LOADER} nonce={nonce} focusArea="cloud" />
      </body>
    </html>
  );
}
