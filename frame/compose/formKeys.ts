import { heldOwner, ownersOf } from '../contact/form/owner.ts';
import type { Widget } from '../widget.ts';

/** The keys under which the form keeps what the page's visitor writes. */
export const formKeysOf = ({ visitor, visitorWatch }: Widget): readonly [string, ...string[]] =>
  visitorWatch.isHeld ? [heldOwner] : ownersOf(visitor.state.info);
