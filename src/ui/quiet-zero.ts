import { isZero, type Amount } from '#money/amount.ts';

/**
 * Whether a figure, an amount or a count, is nothing. As `data-zero` of its element it is the mark with which the style
 * sheet makes it quieter than the others, so that those are seen. No other rule mutes a figure, and none leaves out
 * money: a zero is still there to be read.
 */
export const isNothing = (figure: Amount | number): true | undefined => isZero(String(figure)) || undefined;
