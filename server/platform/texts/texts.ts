// Texts that the server writes itself: field errors, mails, messages to browsers and statements, which name plans,
// networks, kinds and balances as the app does. All other texts for members are in the app.
import type { Culture } from '#openapi/cultures.ts';
import { STAGE_NAMES } from '#openapi/stages.ts';
import dashboardEn from '#locales/en-US/dashboard.json' with { type: 'json' };
import mailEn from '#locales/en-US/mail.json' with { type: 'json' };
import moneyEn from '#locales/en-US/money.json' with { type: 'json' };
import pushEn from '#locales/en-US/push.json' with { type: 'json' };
import receiptEn from '#locales/en-US/receipt.json' with { type: 'json' };
import fileEn from '#locales/en-US/statement-file.json' with { type: 'json' };
import statementsEn from '#locales/en-US/statements.json' with { type: 'json' };
import validationEn from '#locales/en-US/validation.json' with { type: 'json' };
import dashboardJa from '#locales/ja-JP/dashboard.json' with { type: 'json' };
import mailJa from '#locales/ja-JP/mail.json' with { type: 'json' };
import moneyJa from '#locales/ja-JP/money.json' with { type: 'json' };
import pushJa from '#locales/ja-JP/push.json' with { type: 'json' };
import receiptJa from '#locales/ja-JP/receipt.json' with { type: 'json' };
import fileJa from '#locales/ja-JP/statement-file.json' with { type: 'json' };
import statementsJa from '#locales/ja-JP/statements.json' with { type: 'json' };
import validationJa from '#locales/ja-JP/validation.json' with { type: 'json' };
import dashboardZh from '#locales/zh-CN/dashboard.json' with { type: 'json' };
import mailZh from '#locales/zh-CN/mail.json' with { type: 'json' };
import moneyZh from '#locales/zh-CN/money.json' with { type: 'json' };
import pushZh from '#locales/zh-CN/push.json' with { type: 'json' };
import receiptZh from '#locales/zh-CN/receipt.json' with { type: 'json' };
import fileZh from '#locales/zh-CN/statement-file.json' with { type: 'json' };
import statementsZh from '#locales/zh-CN/statements.json' with { type: 'json' };
import validationZh from '#locales/zh-CN/validation.json' with { type: 'json' };

export interface Texts {
  mail: typeof mailEn;
  push: typeof pushEn;
  validation: typeof validationEn;
  stage: (typeof dashboardEn)['stage'];
  network: (typeof moneyEn)['network'];
  receiptKind: (typeof receiptEn)['kind'];
  statements: typeof statementsEn;
  statementFile: typeof fileEn;
}

const catalogue: Record<Culture, Texts> = {
  'en-US': {
    mail: mailEn,
    push: pushEn,
    validation: validationEn,
    stage: dashboardEn.stage,
    network: moneyEn.network,
    receiptKind: receiptEn.kind,
    statements: statementsEn,
    statementFile: fileEn,
  },
  'ja-JP': {
    mail: mailJa,
    push: pushJa,
    validation: validationJa,
    stage: dashboardJa.stage,
    network: moneyJa.network,
    receiptKind: receiptJa.kind,
    statements: statementsJa,
    statementFile: fileJa,
  },
  'zh-CN': {
    mail: mailZh,
    push: pushZh,
    validation: validationZh,
    stage: dashboardZh.stage,
    network: moneyZh.network,
    receiptKind: receiptZh.kind,
    statements: statementsZh,
    statementFile: fileZh,
  },
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
