/** The package's entry. Importing it does nothing: the widget comes with the call. */
export { ContactWidgetError, type ContactWidgetErrorCode } from './errors.ts';
export type { ContactWidgetEventName, ContactWidgetEvents } from './events.ts';
export type { ContactWidgetHandle } from './handle.ts';
export { loadContactWidget } from './loadContactWidget.ts';
export type {
  ContactWidgetOptions,
  ContactWidgetSettings,
  ContactWidgetUpdate,
  ScriptUrlPolicy,
} from './options.ts';
export type {
  Consent,
  ConsentProduct,
  ContactLinkAttributes,
  ContactLinkKind,
  ContactWidgetConfig,
  ContactWidgetTheme,
  ContactWidgetUser,
  SwitchableChannel,
} from './page.ts';
