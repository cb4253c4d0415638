import type { Tally } from './tally.ts';

/** Where something is looked for: an expression that gives an element or nothing, in the page or in a frame of another process. */
export interface Spot {
  /** In the page: the launcher itself, or the element that holds the frame with it. */
  readonly page: string;
  /** In the frame, where the launcher or the pane is there. */
  readonly frame?: string;
}

/** What the pages of the bench embed. */
export interface Served {
  readonly head: string;
  /** At the end of the body. */
  readonly body?: string;
  /** The attribute that makes a link of the page one of this widget's links. */
  readonly linkAttribute?: string;
  /** What the visitor presses. */
  readonly launcher?: Spot;
  /** What the visitor wants after the press. Without it, the package has nothing that opens. */
  readonly usable?: Spot;
  readonly tally: Tally;
  close(): Promise<void>;
}

/** One row of the table. */
export interface Candidate {
  /** For `--only`. */
  readonly id: string;
  readonly title: string;
  /** Whether the limits of the product apply to this row. */
  readonly limits?: 'full' | 'contact';
  start(): Promise<Served>;
}
