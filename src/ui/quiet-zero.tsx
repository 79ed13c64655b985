import type { ReactNode } from 'react';
import { isZero, type Amount } from '#money/amount.ts';

/** Whether a figure, an amount or a count, is nothing. */
export function isNothing(figure: Amount | number): boolean {
  return typeof figure === 'number' ? figure === 0 : isZero(figure);
}

/**
 * The mark of a figure that is nothing: the style sheet makes it quieter than the others, so that those are seen. No
 * other rule mutes a figure, and none leaves out money: a zero is still there to be read.
 */
export function quietZero(figure: Amount | number): { readonly 'data-zero'?: '' } {
  return isNothing(figure) ? { 'data-zero': '' } : {};
}

/** A figure with that mark, if it is nothing. */
export function QuietZero({ of, children }: { readonly of: Amount | number; readonly children: ReactNode }) {
  return <span {...quietZero(of)}>{children}</span>;
}
