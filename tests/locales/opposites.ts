// Pairs of opposites and how each language says them: a text that names one side must not name the other.
import type { Culture } from '#src/i18n/cultures.ts';
import type { Words } from './texts.ts';

/** One side of a pair: how key names say it, and how texts do. */
interface Side {
  readonly keys: RegExp;
  readonly words: Words;
}

export type Pair = readonly [Side, Side];

const side = (keys: RegExp, en: RegExp, ja: RegExp, zh: RegExp): Side => ({
  keys,
  words: { 'en-US': en, 'ja-JP': ja, 'zh-CN': zh },
});

export const PAIRS: Readonly<Record<string, Pair>> = {
  'left and right': [side(/^left$/, /\bleft\b/i, /左/, /左/), side(/^right$/, /\bright\b/i, /右/, /右/)],
  'in and out': [
    side(/^(?:signIn|in)$/, /\b(?:sign(?:ed|s|ing)?|zoom)[ -]in\b/i, /サインイン|拡大/, /登录|放大/),
    side(/^(?:signOut|out)$/, /\b(?:sign(?:ed|s|ing)?|zoom)[ -]out\b/i, /サインアウト|縮小/, /退出|登出|缩小/),
  ],
  'deposit and withdrawal': [
    side(/^deposits?$/, /\bdeposit|\bpay in\b|came into|^payment$/i, /入金/, /充值|存入|转入/),
    side(/^withdraw(?:als?)?$/, /\bwithdraw|\bpay ?out\b/i, /出金/, /提现|提币/),
  ],
  'from and to': [
    side(/^(?:from|given?)$/, /^from\b(?! now)|\bgiven?\b/i, /開始|渡す|支払|さんから/, /开始|起始|付出|支付|来自/),
    side(/^(?:to|received?)$/, /^to\b(?! pay)|\breceived?\b/i, /終了|受け取|受取|さんへ/, /结束|截止|收到|获得|转给/),
  ],
  'least and most': [
    side(
      /^(?:min|minimum|least)$/,
      /\b(?:at least|minimum)\b/i,
      /以上|最低|最小|下限/,
      /至少|最低|最少|不低于|不少于|下限/,
    ),
    side(
      /^(?:max|maximum|most)$/,
      /\b(?:at most|maximum)\b/i,
      /以下|以内|最大|上限|最高/,
      /至多|最多|最高|不超过|上限/,
    ),
  ],
  'on and off': [
    side(/^(?:on|turnOn)$/, /\bon[.!]?$/i, /オン|有効/, /(?<!未)开启|启用/),
    side(/^(?:off|turnOff)$/, /\boff[.!]?$/i, /オフ|無効/, /关闭|停用|未开启/),
  ],
  'before and after': [
    side(/^before$/, /\bbefore\b/i, /(?:する|の|う|く|む|す)前/, /之前|以前/),
    side(/^after$/, /\bafter\b/i, /(?<!その)後/, /之后|以后/),
  ],
  'earlier and later': [
    side(/^(?:previous|earlier|older)$/, /\b(?:previous|earlier|older)\b/i, /前の|前へ|古い/, /上一[页个]|较早|更早/),
    side(/^(?:next|later|newer)$/, /\b(?:next|later|newer)\b/i, /次の|次へ|新しい/, /下一[页个]|较晚/),
  ],
  'up and down': [side(/^up$/, /^up\b/i, /上昇|上が/, /上涨/), side(/^down$/, /^down\b/i, /下落|下が/, /下跌/)],
  'light and dark': [side(/^light$/, /\blight\b/i, /ライト/, /浅色/), side(/^dark$/, /\bdark\b/i, /ダーク/, /深色/)],
  'show and hide': [
    side(/^(?:show|open)$/, /\b(?:show|open|expand)\b/i, /表示|開/, /显示|打开|展开/),
    side(/^(?:hide|close)$/, /\b(?:hide|close|collapse)\b/i, /隠|非表示|閉/, /隐藏|关闭|收起/),
  ],
  'freeze and thaw': [
    side(/^freeze$/, /\b(?:freeze|frozen|freezing)\b/i, /凍結(?!を?解除|の解除)/, /(?<!解除|解)冻结/),
    side(/^thaw$/, /\b(?:thaw|unfr(?:eez|oze))/i, /解除/, /解冻|解除/),
  ],
};

/** Texts by key, of one language. */
type Texts = Readonly<Record<string, string>>;

const only = ([one, other]: readonly [RegExp, RegExp], text: string): 0 | 1 | null => {
  const [hasOne, hasOther] = [one.test(text), other.test(text)];
  return hasOne === hasOther ? null : hasOne ? 0 : 1;
};

const wordsOf = ([one, other]: Pair, culture: Culture) => [one.words[culture], other.words[culture]] as const;

/**
 * The texts of a language that name only the side opposite to that of the English text, or to that of their key where
 * another key has the other side.
 */
export function onTheOtherSide(pair: Pair, culture: Culture, texts: Texts, english: Texts): readonly string[] {
  const keys = oppositeKeys(pair, english);
  const sides = [0, 1].map((at) => new Set(keys.map((each) => each[at as 0 | 1])));
  return Object.entries(texts).flatMap(([key, text]) => {
    const said = only(wordsOf(pair, culture), text);
    if (said === null) return [];
    const opposite = said === 0 ? 1 : 0;
    const isExchanged =
      sides[opposite]?.has(key) === true || only(wordsOf(pair, 'en-US'), english[key] ?? '') === opposite;
    return isExchanged ? [`${key} (${culture}): ${text}`] : [];
  });
}

/** Keys of one catalogue that differ only in the side of a pair: `referral:left.title` and `referral:right.title`. */
export function oppositeKeys(pair: Pair, texts: Texts): readonly (readonly [string, string])[] {
  const others = new Map<string, string>();
  for (const key of Object.keys(texts)) for (const frame of framesOf(key, pair[1])) others.set(frame, key);
  return Object.keys(texts).flatMap((key) =>
    framesOf(key, pair[0]).flatMap((frame) => {
      const other = others.get(frame);
      return other === undefined ? [] : [[key, other] as const];
    }),
  );
}

/** The key with a gap in place of each part that names the side. */
function framesOf(key: string, { keys }: Side): readonly string[] {
  const [area = '', path = ''] = key.split(':');
  const parts = path.split('.');
  return parts.flatMap((part, place) => (keys.test(part) ? [`${area}:${parts.with(place, '').join('.')}`] : []));
}
