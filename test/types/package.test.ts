import { describe, expect, expectTypeOf, it } from 'vitest';
import * as hostEvents from '../../bridge/hostEvents.ts';
import type { PageLink } from '../../bridge/records.ts';
import type { SwitchableChannel as FrameSwitchableChannel, PageConfig } from '../../frame/host/pageConfig.ts';
import type { PillTheme } from '../../frame/host/pageSettings.ts';
import type { UserInfo } from '../../frame/identity/visitor.ts';
import type { AnalyticsDetail, AnalyticsEvent, AnalyticsEventName } from '../../frame/insight/analytics/events.ts';
import type { ConsentProduct as FrameConsentProduct } from '../../frame/insight/consent.ts';
import type { InvitationOutcome } from '../../frame/outreach/outcome.ts';
import type { ContactWidgetError } from '../../loader/package/errors.ts';
import type {
  ConsentProduct,
  ContactLinkAttributes,
  ContactWidgetConfig,
  ContactWidgetEventName,
  ContactWidgetEvents,
  ContactWidgetTheme,
  ContactWidgetUser,
  SwitchableChannel,
} from '../../loader/package/index.ts';
import type { ContactWidget as ReactWidget } from '../../loader/package/react.ts';
import type { useContactWidget as useVueWidget } from '../../loader/package/vue.ts';

type PageName<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}-${PageName<Rest>}`
  : Lowercase<Name>;

type AnalyticsName = PageName<AnalyticsEventName>;

/** `focusArea` as the attribute `data-focus-area`. */
type DataAttribute<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${DataAttribute<Rest>}`
  : '';

/** The older chat product gets this one. It is no event for pages. */
type HostEventName = Exclude<(typeof hostEvents)[keyof typeof hostEvents], typeof hostEvents.hostChat>;

describe('the declarations of the package say what the frame reads and sends', () => {
  it('[F-AD5] about the visitor', () => {
    expectTypeOf<ContactWidgetUser>().toEqualTypeOf<UserInfo>();
  });

  it('[F-AD5] in the config object', () => {
    expectTypeOf<ContactWidgetTheme>().toEqualTypeOf<PillTheme>();
    expectTypeOf<SwitchableChannel>().toEqualTypeOf<FrameSwitchableChannel>();
    expectTypeOf<ConsentProduct>().toEqualTypeOf<FrameConsentProduct>();
    type Shared = Exclude<
      keyof ContactWidgetConfig,
      'settings' | 'consent' | 'signedIdentity' | 'switchOff' | 'analyticsEvents'
    >;
    expectTypeOf<Shared>().toEqualTypeOf<
      Exclude<
        keyof PageConfig,
        'locale' | 'textLocale' | 'colorPalette' | 'switchedOff' | 'wantsEvents' | 'fieldsOf' | 'isMalformed'
      >
    >();
  });

  it('[F-AD5] on a contact link', () => {
    type Booked = Exclude<keyof ContactLinkAttributes, 'data-contact-link' | 'data-contact-link-keep'>;
    expectTypeOf<Booked>().toEqualTypeOf<`data-${DataAttribute<Exclude<keyof PageLink, 'kind' | 'href'>>}`>();
  });

  it('[F-AD23] about an error, for the components of React and Vue', () => {
    type ReactError = Parameters<NonNullable<Parameters<typeof ReactWidget>[0]['onError']>>[0];
    expectTypeOf<ReactError>().toEqualTypeOf<ContactWidgetError>();
    type VueError = Parameters<NonNullable<Parameters<typeof useVueWidget>[1]>>[0];
    expectTypeOf<VueError>().toEqualTypeOf<ContactWidgetError>();
  });

  it('[F-AD5] in the events of the page', () => {
    expectTypeOf<ContactWidgetEventName>().toEqualTypeOf<HostEventName | AnalyticsName>();
    expectTypeOf<ContactWidgetEvents['cm-proactive-outcome']['outcome']>().toEqualTypeOf<InvitationOutcome>();
    type Loose<Detail> = { readonly [Field in Exclude<keyof Detail, 'time'>]?: Detail[Field] | undefined };
    expectTypeOf<Loose<ContactWidgetEvents['cm-chat-end']>>().toEqualTypeOf<AnalyticsDetail<'CM_CHAT_END'>>();
    expectTypeOf<Loose<ContactWidgetEvents['cm-api-error']>>().toEqualTypeOf<AnalyticsDetail<'CM_API_ERROR'>>();
    expectTypeOf<ContactWidgetEvents['cm-api-error']['time']>().toEqualTypeOf<AnalyticsEvent['time']>();
    // The types above are checked by the compiler; this holds the list of names against the bridge.
    expect(Object.values(hostEvents)).toContain('cm-unread' satisfies ContactWidgetEventName);
  });
});
