import type { ComponentProps } from 'react';
import { InquiryForm } from '../contact/form/views/InquiryForm.tsx';
import type { MenuPorts } from '../contact/views/menuPorts.ts';
import { SmsPanel } from '../contact/views/SmsPanel.tsx';
import { useLazy } from '../ui/lazyView.tsx';

/** The blocks that are rare in menus. */
export function RareBlock({ ports, entry }: ComponentProps<MenuPorts['RareBlock']>) {
  if (entry.type === 'sms') return <SmsPanel ports={ports} entry={entry} />;
  return entry.type === 'form' ? <Inquiry inquiry={ports.inquiry} href={entry.href} /> : null;
}

function Inquiry({ inquiry, href }: Pick<MenuPorts, 'inquiry'> & { readonly href: string }) {
  const { store, text } = useLazy(inquiry);
  return <InquiryForm store={store} text={text} href={href} />;
}
