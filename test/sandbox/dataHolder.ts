/** Who asks for their data, as far as they have shown it. */
export interface Asker {
  /** Whom their tokens and signatures belong to. */
  readonly subjects: ReadonlySet<string>;
  /** The ids of conversations that they know. */
  readonly conversations: ReadonlySet<string>;
}

/** A service that keeps something about visitors. */
export interface DataHolder {
  readonly name: string;
  held(asker: Asker): readonly unknown[];
  forget(asker: Asker): void;
}
