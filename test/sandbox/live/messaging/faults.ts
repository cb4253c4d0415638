/** How the service departs from its best behaviour. Tests change the fields at any time. */
export interface MessagingFaults {
  /** Whether an event comes back with the id that its sender gave it. */
  returnsIds: boolean;
  /** Whether the visitor's own receipts come back to the visitor. They use sequences in any case. */
  returnsReceipts: boolean;
  /** Added to the sequence in the answer to a published event. The vendor's own example is off by one. */
  answeredSequenceOffset: number;
  /** Whether the service reports its time. */
  tellsTime: boolean;
  /** How far the service's clock is ahead of `now`, ms. */
  clockSkewMs: number;
  /** The nodes that take turns in storing events, by how far their clocks are ahead of the service's, ms. */
  nodeSkewsMs: readonly number[];
  /** Whether events that are stored in the same millisecond have the same time. */
  repeatsTimes: boolean;
  /** The service does not speak the client's version: closes the connection at the greeting, or answers it with 426. */
  versionRefusal: 4426 | 1008 | 'answer' | undefined;
  /** The codes that refuse the next requests to end a conversation. */
  endRefusals: readonly number[];
}

export const noMessagingFaults: Readonly<MessagingFaults> = {
  returnsIds: true,
  returnsReceipts: true,
  answeredSequenceOffset: 0,
  tellsTime: true,
  clockSkewMs: 0,
  nodeSkewsMs: [0],
  repeatsTimes: false,
  versionRefusal: undefined,
  endRefusals: [],
};
