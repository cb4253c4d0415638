// What must not compile, against the declarations of the packed package. Each line says why.
import { type ContactWidgetHandle, loadContactWidget } from 'contact-widget';
import { ContactWidget, useContactWidget } from 'contact-widget/react';
import { ContactWidget as VueContactWidget } from 'contact-widget/vue';
import { type AnchorHTMLAttributes, h } from 'vue';

const src = 'https://widget.example/loader.js';

// @ts-expect-error the address of the loader is required
loadContactWidget({});
// @ts-expect-error options are in camel case
loadContactWidget({ src, 'focus-area': 'cloud' });
// @ts-expect-error there is no such theme
loadContactWidget({ src, theme: 'green' });
// @ts-expect-error a switch is a boolean
loadContactWidget({ src, collapse: 'true' });
// @ts-expect-error the user has no such field
loadContactWidget({ src, user: { mail: 'ada@example.com' } });
// @ts-expect-error there is no such consent product
loadContactWidget({ src, config: { consent: { marketing: true } } });
// @ts-expect-error there is no such channel
loadContactWidget({ src, config: { switchOff: ['fax'] } });

export async function handle(): Promise<void> {
  const widget = await loadContactWidget({ src });
  // @ts-expect-error null on a server
  widget.open();
  calls(widget as ContactWidgetHandle);
}

function calls(widget: ContactWidgetHandle): void {
  // @ts-expect-error the address cannot change
  widget.update({ src });
  // @ts-expect-error the state is read only
  widget.state = 'open';
  // @ts-expect-error there is no such event
  widget.on('cm-opened', () => {});
  // @ts-expect-error this event has no detail
  widget.on('cm-pane-shown', ({ count }) => count);
  // @ts-expect-error the count is a number
  widget.on('cm-unread', ({ count }) => count.trim());
}

// @ts-expect-error the user object of the page has no such field
window.contactWidgetUser = { name: 'Ada' };
// @ts-expect-error there is no such setting
window.contactWidgetConfig = { focus: 'cloud' };
// @ts-expect-error the detail has no such field
document.addEventListener('cm-unread', ({ detail }) => detail.unread);

// @ts-expect-error there is no such kind of link
export const link = <span data-contact-link="fax" />;
// @ts-expect-error the address of the loader is required
export const component = <ContactWidget focusArea="cloud" />;
// @ts-expect-error a listener gets a number
export const listener = <ContactWidget src={src} onUnread={(count: string) => count} />;
// @ts-expect-error there is no such option
export const hook = () => useContactWidget({ src, focus: 'cloud' });
// @ts-expect-error there is no such kind of link
export const vueLink: AnchorHTMLAttributes = { 'data-contact-link': 'fax' };
// @ts-expect-error there is no such theme
export const vueComponent = h(VueContactWidget, { src, theme: 'green' });
