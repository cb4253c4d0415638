import type { ComponentProps } from 'react';
import { detail } from '../../styles/menu.css.ts';
import { isInquiryAddress } from '../contact/form/inquiryAddress.ts';
import { InquiryForm } from '../contact/form/views/InquiryForm.tsx';
import type { MenuPorts } from '../contact/views/menuPorts.ts';
import { PhonePanel } from '../contact/views/PhonePanel.tsx';
import { SmsPanel } from '../contact/views/SmsPanel.tsx';
import { Button } from '../ui/Button.tsx';
import { useLazy } from '../ui/lazyView.tsx';

/** The content of the blocks that many menus do not have. */
export function RareBlock({ ports, entry }: ComponentProps<MenuPorts['RareBlock']>) {
  const { menu } = ports;
  switch (entry.type) {
    case 'phone':
      return <PhonePanel ports={ports} entry={entry} />;
    case 'sms':
      return <SmsPanel ports={ports} entry={entry} />;
    case 'support':
      return (
        <>
          <p className={detail}>{menu('supportText')}</p>
          <Button variant="primary" onPress={() => ports.startChat({ service: entry.service, skill: entry.skill })}>
            {menu('supportAction')}
          </Button>
        </>
      );
    case 'form':
    case 'link':
    case 'email':
      if (entry.type === 'form' && isInquiryAddress(entry.href))
        return <Inquiry inquiry={ports.inquiry} href={entry.href} />;
      // SH-114: an invalid address is shown as text. A valid one is the block itself.
      return <p className={detail}>{entry.href}</p>;
    default:
      return null;
  }
}

function Inquiry({ inquiry, href }: Pick<MenuPorts, 'inquiry'> & { readonly href: string }) {
  const { store, text } = useLazy(inquiry);
  return <InquiryForm store={store} text={text} href={href} />;
}
