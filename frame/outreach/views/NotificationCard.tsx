import { useState } from 'react';
import * as styles from '../../../styles/outreach.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import type { NotificationContent } from '../notification.ts';
import type { OpenedOutreach } from '../openOutreach.ts';
import { CardBody } from './CardBody.tsx';
import { CardFrame } from './CardFrame.tsx';

/** A notification. Only a post has a different layout: the picture next to the text instead of above it. */
export function NotificationCard({
  opened,
  content,
}: {
  readonly opened: OpenedOutreach;
  readonly content: NotificationContent;
}) {
  const [hasPicture, setHasPicture] = useState(false);
  const read = opened.texts();
  const isPost = content.type === 'post';
  const classFor = (base: string, postOnly: string): string => (isPost ? `${base} ${postOnly}` : base);
  /** Keeps the first line clear of the close button. */
  const closeSpace = hasPicture && !isPost ? '' : styles.clearOfClose;

  return (
    <CardFrame
      opened={opened}
      label={read('notificationLabel')}
      isPressable={content.clickAction !== 'close'}
      layout={isPost ? styles.post : ''}
      className={content.extraClassNames.join(' ')}
    >
      <Picture
        source={content.imageSrc}
        className={classFor(styles.picture, styles.postPicture)}
        onLoaded={() => setHasPicture(true)}
      />
      <div className={classFor(styles.content, styles.postContent)}>
        {(content.agentImageSrc || content.greetingText || content.headingText) && (
          <div className={styles.person}>
            <Picture source={content.agentImageSrc} className={styles.portrait} />
            <div className={styles.text}>
              {content.greetingText && (
                <p className={`${styles.greeting} ${closeSpace}`}>
                  <bdi>{content.greetingText}</bdi>
                </p>
              )}
              {content.headingText && (
                <h2
                  className={`${classFor(styles.heading, styles.postHeading)} ${content.greetingText ? '' : closeSpace}`}
                >
                  <bdi>{content.headingText}</bdi>
                </h2>
              )}
            </div>
          </div>
        )}
        {content.bodyText && (
          <CardBody
            opened={opened}
            text={content.bodyText}
            className={content.headingText ? styles.body : `${styles.body} ${styles.bodyAlone} ${closeSpace}`}
          />
        )}
        <Actions opened={opened} content={content} className={classFor(styles.buttons, styles.postButtons)} />
      </div>
    </CardFrame>
  );
}

function Actions({
  opened,
  content,
  className,
}: {
  readonly opened: OpenedOutreach;
  readonly content: NotificationContent;
  readonly className: string;
}) {
  const read = opened.texts();
  const { buttons, clickAction, url } = content;
  /** A click on the card must not be the only way to its action. */
  const isActionMissing =
    clickAction !== 'close' &&
    !buttons.some(
      (button) => button.clickAction === clickAction && (clickAction === 'chat' || button.buttonHref === url),
    );
  if (!isActionMissing && buttons.length === 0) return null;
  const primary = isActionMissing ? undefined : buttons.findIndex((button) => button.clickAction !== 'close');
  return (
    <div className={className}>
      {isActionMissing && (
        <Button variant="primary" onPress={() => opened.stage.act()}>
          {read(clickAction === 'chat' ? 'chatAction' : 'urlAction')}
        </Button>
      )}
      {buttons.map((button, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no id, and their order never changes.
          key={index}
          variant={index === primary ? 'primary' : 'secondary'}
          onPress={() => opened.stage.act(index)}
        >
          {button.buttonText}
        </Button>
      ))}
    </div>
  );
}
