import type { Culture } from '#walk/paths/report.ts';
import { english } from './en-US.ts';
import { japanese } from './ja-JP.ts';
import { chinese } from './zh-CN.ts';
import type { Words } from './words.ts';

const all: Readonly<Record<Culture, Words>> = { 'en-US': english, 'ja-JP': japanese, 'zh-CN': chinese };

/** What a script says in a language. */
export function wordsIn(culture: Culture): Words {
  return all[culture];
}
