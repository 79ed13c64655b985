/** A word or a style that a language's texts don't have. */
export interface Term {
  readonly not: RegExp;
  /** What is written instead. */
  readonly use: string;
  /** A text that has it. */
  readonly planted: string;
  /** A text that looks like it and is right. */
  readonly fine?: string;
  /** Texts that may have it, by key, each with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}
