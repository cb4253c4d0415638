/** One row of the bench's table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'layouts' | '×' | '';
}
