import * as styles from '../../../styles/outreach.css.ts';
import { Button } from '../../ui/Button.tsx';
import type { Card } from '../card.ts';
import type { OpenedOutreach } from '../openOutreach.ts';
import { CardBody } from './CardBody.tsx';
import { CardFrame } from './CardFrame.tsx';

/** The pop-up: the invitation, or the bot's welcome (SH-124 to SH-126). */
export function PopUpCard({
  opened,
  card,
}: {
  readonly opened: OpenedOutreach;
  readonly card: Card & { readonly kind: 'popUp' };
}) {
  const isWelcome = card.type === 'botWelcomeMessage';
  const label = opened.texts()(isWelcome ? 'welcomeLabel' : 'invitationLabel');
  return (
    <CardFrame opened={opened} isPressable label={label}>
      <div className={styles.content}>
        <div className={styles.text}>
          {isWelcome && <p className={`${styles.greeting} ${styles.clearOfClose}`}>{label}</p>}
          {card.headingText && (
            <h2 className={`${styles.heading} ${styles.clearOfClose}`}>
              <bdi>{card.headingText}</bdi>
            </h2>
          )}
          <CardBody
            opened={opened}
            text={card.bodyText}
            className={card.headingText ? styles.body : `${styles.body} ${styles.bodyAlone}`}
          />
        </div>
        <Button variant="primary" isWide onPress={() => opened.stage.act()}>
          {card.actionText}
        </Button>
      </div>
    </CardFrame>
  );
}
