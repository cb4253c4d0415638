/** An event of the browser's trace. Times are in µs. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly cat?: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Wall-clock duration. */
  readonly dur?: number;
  /** Thread time, which excludes other programs on the machine. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly fileName?: string; readonly data?: { readonly url?: string } };
}
