// Texts that the server writes itself: field errors and mails, which name plans as the app does. All other texts for
// members are in the app.
import type { Culture } from '#openapi/cultures.ts';
import { STAGE_NAMES } from '#openapi/stages.ts';
import dashboardEn from '#locales/en-US/dashboard.json' with { type: 'json' };
import mailEn from '#locales/en-US/mail.json' with { type: 'json' };
import validationEn from '#locales/en-US/validation.json' with { type: 'json' };
import dashboardJa from '#locales/ja-JP/dashboard.json' with { type: 'json' };
import mailJa from '#locales/ja-JP/mail.json' with { type: 'json' };
import validationJa from '#locales/ja-JP/validation.json' with { type: 'json' };
import dashboardZh from '#locales/zh-CN/dashboard.json' with { type: 'json' };
import mailZh from '#locales/zh-CN/mail.json' with { type: 'json' };
import validationZh from '#locales/zh-CN/validation.json' with { type: 'json' };

export interface Texts {
  mail: typeof mailEn;
  validation: typeof validationEn;
  stage: (typeof dashboardEn)['stage'];
}

const catalogue: Record<Culture, Texts> = {
  'en-US': { mail: mailEn, validation: validationEn, stage: dashboardEn.stage },
  'ja-JP': { mail: mailJa, validation: validationJa, stage: dashboardJa.stage },
  'zh-CN': { mail: mailZh, validation: validationZh, stage: dashboardZh.stage },
};

/** The catalogue of a language. */
export function texts(culture: Culture): Texts {
  return catalogue[culture];
}

/** The name of a plan's stage, such as "Silver"; its number if it has none. */
export function stageName(culture: Culture, stage: string): string {
  const name = STAGE_NAMES[Number(stage) - 1];
  return name === undefined ? stage : texts(culture).stage[name];
}

/** A text with its `{names}` replaced; a name without a value stays, so that a test notices it. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

type FieldSentence =
  | 'passwordIncorrect'
  | 'codeIncorrect'
  | 'emailDifferent'
  | 'emailUnchanged'
  | 'emailTaken'
  | 'usernameTaken'
  | 'userNotFound'
  | 'seatUserOutside'
  | 'seatTaken'
  | 'termsChanged'
  | 'receiptNotFound'
  | 'malformedJson'
  | 'malformedAddress';

/** A sentence about a wrongly filled field, such as "Password is incorrect." (SRC §5). */
export function fieldSentence(culture: Culture, sentence: FieldSentence): string {
  return texts(culture).validation.messages[sentence];
}
