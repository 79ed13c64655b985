import type { Culture } from '#openapi/cultures.ts';
// Texts that the server writes itself: field errors and mails. All other texts for members are in the app.
import mailEn from '#locales/en-US/mail.json' with { type: 'json' };
import validationEn from '#locales/en-US/validation.json' with { type: 'json' };
import mailJa from '#locales/ja-JP/mail.json' with { type: 'json' };
import validationJa from '#locales/ja-JP/validation.json' with { type: 'json' };
import mailZh from '#locales/zh-CN/mail.json' with { type: 'json' };
import validationZh from '#locales/zh-CN/validation.json' with { type: 'json' };

export interface Texts {
  mail: typeof mailEn;
  validation: typeof validationEn;
}

const catalogue: Record<Culture, Texts> = {
  'en-US': { mail: mailEn, validation: validationEn },
  'ja-JP': { mail: mailJa, validation: validationJa },
  'zh-CN': { mail: mailZh, validation: validationZh },
};

/** The catalogue of a language. */
export function texts(culture: Culture): Texts {
  return catalogue[culture];
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
