import { offersRequested, pageTypeCode } from './limits.ts';
import type { AudienceId } from './offer.ts';

/** The deployment's values for every offer call. */
export interface OfferSettings {
  readonly audienceLevel: string;
  readonly channelName: string;
  readonly interactionPoint: string;
  readonly duplicationPolicy: number;
}

/** The page's and the visitor's values; unknown ones are sent as empty strings (SH-139). */
export interface OfferParameters {
  readonly pageUrl: string;
  readonly locale: string;
  /** `true` or `false` */
  readonly isEmployee?: string | undefined;
  readonly dmpAudience?: string | undefined;
  readonly lotameId?: string | undefined;
}

export interface OfferSession {
  readonly sessionID: string;
  readonly audienceID: AudienceId;
}

/** The body of an offer request: exactly these fields (SH-138). */
export function toOfferBody(settings: OfferSettings, session: OfferSession, parameters: OfferParameters) {
  return {
    audienceLevel: settings.audienceLevel,
    sessionID: session.sessionID,
    channelName: settings.channelName,
    audienceID: session.audienceID,
    parameters: {
      PAGEURL: parameters.pageUrl,
      PREF_LOCALE: parameters.locale,
      DMP_AUDIENCE: parameters.dmpAudience ?? '',
      LOTAME_ID: parameters.lotameId ?? '',
      IS_IBMER: parameters.isEmployee ?? '',
      PAGE_TYPE_CODE: pageTypeCode,
    },
    getOfferReq: {
      ipName: settings.interactionPoint,
      numberRequested: offersRequested,
      duplicationPolicy: settings.duplicationPolicy,
    },
  };
}

/** The body of an answer to an offer: exactly these fields (SH-144). */
export function toOfferEventBody(
  settings: OfferSettings,
  session: OfferSession,
  treatmentCode: string,
  answer: 'accept' | 'reject',
) {
  return {
    audienceLevel: settings.audienceLevel,
    interactionPointName: settings.interactionPoint,
    sessionID: session.sessionID,
    channelName: settings.channelName,
    eventName: answer === 'accept' ? 'LogAcceptEvent' : 'LogRejectEvent',
    audienceID: session.audienceID,
    eventParameters: {
      UACIOFFERTRACKINGCODE: treatmentCode,
      UACIRESPONSETYPECODE: answer === 'accept' ? 'Accept_Clicked' : 'Reject_Clicked',
    },
  };
}
