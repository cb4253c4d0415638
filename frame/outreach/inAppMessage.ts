import { isRecord } from '../../bridge/guards.ts';
import { maxButtons } from './limits.ts';
import { createNotification, type Notification, type NotificationButton, toNotificationType } from './notification.ts';
import { parseClassNames, toText } from './parseNotification.ts';
import { toAction } from './toAction.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How long a message that dismisses itself is shown unless it sets a duration. The vendor's own default. */
const defaultDismissMs = 5_000;

/** SH-151: a control message has no body; newer versions of the SDK also set `isControl`. */
export function isControlMessage(message: Fields): boolean {
  return message.isControl === true || toText(message.message) === '';
}

/** The vendor's message as a notification (SH-148, SH-152). All texts are plain text. */
export function toInAppNotification(message: Fields, id: string): Notification {
  const extras = isRecord(message.extras) ? message.extras : {};
  const clickAction = actionOf(message);
  const buttons = parseButtons(message.buttons);
  const type = toNotificationType(extras.type);
  const isChat =
    clickAction === 'chat' || type === 'chat note' || buttons.some((button) => button.clickAction === 'chat');
  const triggerId = toText(message.triggerId);
  const isAutoFadeOut = message.dismissType === 'AUTO_DISMISS';
  const { duration } = message;
  return createNotification({
    id: triggerId ? `in-app.${triggerId}` : id,
    type: type ?? (isChat ? 'chat note' : 'note'),
    nurtureType: 'in-app',
    source: 'in-app',
    isChat,
    greetingText: toText(extras.greetingText),
    headingText: toText(message.header),
    bodyText: toText(message.message),
    imageSrc: toText(message.imageUrl),
    agentImageSrc: toText(extras.agentImageSrc),
    buttons,
    clickAction,
    url: clickAction === 'url' ? toText(message.uri) : '',
    openURLinNewTab: message.openTarget === 'BLANK',
    isAutoFadeOut,
    fadeOutTime: isAutoFadeOut && typeof duration === 'number' && duration > 0 ? duration : defaultDismissMs,
    extraData: {
      ...named('campaignId', extras.campaignId),
      ...named('campaignName', extras.campaignName),
      ...named('triggerId', triggerId),
    },
    extraClassNames: parseClassNames(extras.extraClassNames),
  });
}

/** An action without an address closes the message, for example `NEWS_FEED` of older SDK versions. */
function actionOf({ uri, clickAction }: Fields): ReturnType<typeof toAction> {
  const action = toAction(uri, clickAction);
  return action === 'url' && !toText(uri) ? 'close' : action;
}

function parseButtons(given: unknown): readonly NotificationButton[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, maxButtons).map((button: unknown) => {
    const fields = isRecord(button) ? button : {};
    const clickAction = actionOf(fields);
    return {
      buttonText: toText(fields.text),
      buttonHref: clickAction === 'url' ? toText(fields.uri) : '',
      clickAction,
      closeOnAccept: true,
    };
  });
}

function named(name: string, value: unknown): Readonly<Record<string, string>> {
  const text = toText(value);
  return text ? { [name]: text } : {};
}
