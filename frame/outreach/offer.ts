import { isRecord } from '../../bridge/guards.ts';
import { createNotification, type Notification } from './notification.ts';
import { toText } from './parseNotification.ts';
import { isChatAddress, toAction } from './toAction.ts';

/** An offer of the decision service, with the service's field names (SH-140). */
export interface Offer {
  readonly treatmentCode: string;
  readonly product: {
    readonly nid: string;
    readonly headline: string;
    readonly description: string;
    readonly image_url: string;
    readonly cta: { readonly cta_label: string; readonly url: string };
  };
}

/** Who the offer is for. The service may return another id for later calls (SH-139). */
export interface AudienceId {
  readonly name: string;
  readonly type: string;
  readonly value: string | number;
}

export interface OfferAnswer {
  readonly sessionID: string | undefined;
  readonly audienceID: AudienceId | undefined;
  /** The first valid offer. */
  readonly offer: Offer | undefined;
}

/** Reads `offersList[0].offers`. Skips missing parts. Throws if the answer is not an object. */
export function parseOfferAnswer(body: unknown): OfferAnswer {
  if (!isRecord(body)) throw new TypeError('The answer of the offer service is not an object.');
  const list: unknown = Array.isArray(body.offersList) ? body.offersList[0] : undefined;
  const offers: readonly unknown[] = isRecord(list) && Array.isArray(list.offers) ? list.offers : [];
  return {
    sessionID: toText(body.sessionID) || undefined,
    audienceID: parseAudienceId(body.audienceID),
    offer: offers.map(parseOffer).find((offer) => offer !== undefined),
  };
}

/** The service may wrap the id in an array with one item. */
export function parseAudienceId(given: unknown): AudienceId | undefined {
  const id: unknown = Array.isArray(given) ? given[0] : given;
  if (!isRecord(id)) return undefined;
  const { value } = id;
  const name = toText(id.name);
  const isValue = (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value));
  return name && isValue ? { name, type: toText(id.type), value: value as string | number } : undefined;
}

/** Skips an offer without a tracking code, which could not be reported, or without text, which could not be shown. */
function parseOffer(given: unknown): Offer | undefined {
  if (!isRecord(given)) return undefined;
  const product = isRecord(given.product) ? given.product : {};
  const cta = isRecord(product.cta) ? product.cta : {};
  const offer: Offer = {
    treatmentCode: toText(given.treatmentCode),
    product: {
      nid: toText(product.nid),
      headline: toText(product.headline),
      description: toText(product.description),
      image_url: toText(product.image_url),
      cta: { cta_label: toText(cta.cta_label), url: toText(cta.url) },
    },
  };
  return offer.treatmentCode && (offer.product.headline || offer.product.description) ? offer : undefined;
}

/** SH-140: an offer becomes an interact-note; a `cta.url` of '#chat' makes it a chat offer. */
export function toOfferNotification({ treatmentCode, product }: Offer): Notification {
  const { cta_label, url } = product.cta;
  const isChat = isChatAddress(url);
  const clickAction = url ? toAction(url) : 'close';
  return createNotification({
    id: `${product.nid || 'offer'}.${treatmentCode}`,
    type: 'interact-note',
    nurtureType: 'interact',
    source: 'interact',
    isChat,
    headingText: product.headline,
    bodyText: product.description,
    imageSrc: product.image_url,
    buttons: cta_label
      ? [{ buttonText: cta_label, buttonHref: isChat ? '' : url, clickAction, closeOnAccept: true }]
      : [],
    clickAction,
    url: isChat ? '' : url,
    openURLinNewTab: true,
    extraData: product.nid ? { campaignId: product.nid } : {},
  });
}

export interface OfferScene {
  readonly isChatAvailable: boolean;
  /** The pane, a pop-up, another notification or a dialog is shown. */
  readonly isOverlayShown: boolean;
}

/** SH-143. */
export function isOfferBlocked(offer: Notification, scene: OfferScene): boolean {
  return scene.isOverlayShown || (offer.isChat && !scene.isChatAvailable);
}
