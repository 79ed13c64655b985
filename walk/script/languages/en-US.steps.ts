// Gherkin's steps in English are told by the tester, as is usual, and end without a period; scripts address the tester.

/** Tells how something is before the first act, and not what to do. */
const STATEMENT = /^(?:The|No) /;
/** What a tester sees, and not what the app does. */
const SIGHT = /^the (?:screen|state) /;

const lowered = (text: string): string =>
  /^[A-Z](?![A-Z])/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

/** A text of the app, which stays as it is, or a word that addresses the tester. */
const QUOTED_OR_ADDRESSING = /"[^"]*"|\byou are\b|\byou\b|\byour\b|^Be\b/gi;
const TOLD: Readonly<Record<string, string>> = { 'you are': 'I am', you: 'I', your: 'my', be: 'I am' };

const asTold = (sentence: string): string =>
  sentence.replace(/\.$/, '').replaceAll(QUOTED_OR_ADDRESSING, (found) => TOLD[found.toLowerCase()] ?? found);

/**
 * A sentence of a script as a step: `Press "Confirm".` as `I press "Confirm"`.
 *
 * @param when when it is done, such as `then`, if that has to be said
 */
export function toldByTester(sentence: string, when: 'then' | 'finally' | null = null): string {
  const told = asTold(sentence);
  if (SIGHT.test(told)) return `I see ${told}`;
  if (STATEMENT.test(told)) return lowered(told);
  if (/^(?:I|the) /.test(told)) return told;
  return `I ${when === null ? '' : `${when} `}${lowered(told)}`;
}
