import type { Culture } from '#walk/paths/report.ts';
import { english } from './en-US.ts';
import { japanese } from './ja-JP.ts';
import { ENDINGS, type EndingKind, type GuideWords } from './words.ts';
import { chinese } from './zh-CN.ts';

const all: Readonly<Record<Culture, GuideWords>> = { 'en-US': english, 'ja-JP': japanese, 'zh-CN': chinese };

/** What the guide says in a language. */
export function guideWordsIn(culture: Culture): GuideWords {
  return all[culture];
}

/** Why a walk ended early, in a language. */
export function endingIn(culture: Culture, ending: string): string {
  const kind = (Object.keys(ENDINGS) as EndingKind[]).find((each) => ENDINGS[each] === ending);
  return kind === undefined ? ending : guideWordsIn(culture).endings[kind];
}
