// The words that texts use, per language, in one table: what is not written, what is written instead, and where an
// exception has a reason. docs/glossary.md says what the terms mean.
import type { Culture } from '#src/i18n/cultures.ts';
import { CHINESE, CHINESE_STYLE } from './chinese-terms.ts';
import type { Term } from './term.ts';

const ENGLISH: readonly Term[] = [
  {
    not: /\btyp(?:e|es|ed|ing)\b/i,
    use: 'enter',
    planted: 'Type the code',
    except: { 'organization-chart:help': 'pressing the keys of a name is typing' },
  },
  { not: /\be[-\u2011]mail/i, use: 'email', planted: 'Your e-mail address' },
  { not: /\buser names?\b/i, use: 'username', planted: 'Your user name' },
  { not: /\bmail(?:s|ed|ing)?\b/i, use: 'email', planted: 'We mail you a code', fine: 'Open your mailbox' },
  {
    not: /\bgood (?:once|for|until)\b|\b(?:is|are|longer|still) good\b/i,
    use: 'valid, works once, has expired',
    planted: 'The link is good once',
  },
  {
    not: /\b(?:some|every|any|no)body\b|\bwhoever\b/i,
    use: 'someone, everyone, anyone, no one, anyone who',
    planted: 'Whoever has it',
  },
  { not: /\bat once\b/i, use: 'immediately, right away', planted: 'It happens at once' },
  { not: /\bpresent(?:ly)?\b/i, use: 'current, now', planted: 'Present password' },
  { not: /\blift(?:s|ed)?\b/i, use: 'unlocks, unlocked', planted: 'A stake was lifted' },
  { not: /\bthaw/i, use: 'unfreeze', planted: 'Thaw it' },
  { not: /\b(?:un)?bind(?:s|ing)?\b|\b(?:un)?bound\b/i, use: 'set up, remove; fixed', planted: 'Bind an app' },
  { not: /\bour support\b/i, use: 'support', planted: 'Tell our support' },
  { not: /\bunder way\b/i, use: 'in process', planted: 'Money under way' },
  { not: /\bfigures?\b/i, use: 'data, numbers, amounts', planted: 'There are no figures' },
  { not: /\bin force\b/i, use: 'current, in effect', planted: 'The rules in force' },
  {
    not: /\b(?:becomes?|became|come|comes|came) (?:of|about)\b/i,
    use: 'what to do with, result of, how it was calculated',
    planted: 'What became of it',
  },
  { not: /\b(?:run|runs|ran|running) out\b/i, use: 'expire', planted: 'The code has run out' },
  { not: /\bacts?\b/i, use: 'transaction, action', planted: 'For this act only' },
  {
    not: /\b(?:stands?|lies|hangs?|sits?)\b/i,
    use: 'is, appears, depends',
    planted: 'It stands on both receipts',
    fine: 'I understand',
  },
  {
    not: /\brestaked? or withdr|\bwithdraw both\b|\bstakes? (?:ha[sd] |have |was |were )?(?:been )?withdr|\bwithdraw (?:a|the|your|this) stake/i,
    use: 'return to wallet',
    planted: 'Restake or withdraw',
  },
  { not: /\bpaus(?:e|es|ed|ing)\b/i, use: 'on hold', planted: 'Withdrawals are paused for 24 hours' },
  { not: /\b(?:anew|once more)\b/i, use: 'again', planted: 'Ask once more' },
  { not: /\bunwanted mail\b/i, use: 'spam folder', planted: 'Look in the folder for unwanted mail' },
  {
    not: /\b(?:carry|carries|carried|carrying)(?: \w+)? out\b/i,
    use: 'process, make, confirm',
    planted: 'Confirm and carry out',
  },
  {
    not: /\bsessions?\b/i,
    use: 'device, sign-in',
    planted: 'All other sessions were ended.',
    except: {
      'recorder:title': 'the log of one visit, for testers',
      'atlas:area.session': 'the name of an area in the source',
    },
  },
  { not: /\bany ?more\b/i, use: 'no longer', planted: 'It doesn’t work any more' },
  { not: /\bprivate keys?\b/i, use: 'key', planted: 'Never share your private key' },
  {
    not: /\bplans? of stage\b/i,
    use: 'the {stageName} plan (stage {stage})',
    planted: 'You bought a plan of stage 2',
    fine: 'You bought the Silver plan (stage 2)',
  },
  {
    not: /\bwe do so on\b/i,
    use: 'we won’t do so before',
    planted: 'We do so on Monday at the earliest',
  },
  { not: /\bresources?\b/i, use: 'page, information', planted: 'This resource does not exist' },
  { not: /\bfree seats?\b/i, use: 'free place', planted: 'The next free seat' },
  {
    not: /(?<!on both )\bsides (?:are|is) (?:carried|kept)\b/i,
    use: 'the volume on both sides is carried over',
    planted: 'Both sides are carried over',
    fine: 'The volume on both sides is carried over',
  },
  {
    not: /\bsign(?:ing|s)? in requires?\b/i,
    use: 'signing in and moving money require',
    planted: 'Signing in requires a code',
  },
  {
    not: /\bproven (?:to|that)\b/i,
    use: 'passed support’s identity check: support may have been deceived',
    planted: 'Someone has proven that they are you',
  },
  {
    not: /\borgani[sz]ations?\b/i,
    use: 'team, and Team for its pages',
    planted: 'Organization chart',
  },
  { not: /\bdrafts?\b/i, use: 'quote, time left to confirm', planted: 'This draft holds' },
  { not: /\bintroduc(?:e|er|ers|ed|es|ing)\b/i, use: 'referrer, refer', planted: 'Who introduced you?' },
  { not: /(?<!address )\bbooks\b/i, use: 'ledger', planted: 'Entries in the books', fine: 'Your address books' },
  {
    not: /\bcancell(?:ed|ing)\b|\b(?:recogni|organi|authori)s(?:e|ed|ing|ation)\b|\bprogramme|\bcolour|\bfavour/i,
    use: 'American spelling',
    planted: 'It was cancelled',
  },
  { not: /\bbrackets\b|\btelephone\b/i, use: 'parentheses, phone', planted: 'Telephone number' },
  {
    not: /\bplease\b|!/i,
    use: 'the sentence without it',
    planted: 'Please try again!',
    except: {
      'transfer:noteRequired': 'a message that the source prescribes (SRC §8, D-18)',
      'common:field.codeRequired': 'a message that the source prescribes (SRC §5, D-18)',
      'atlas:legend.signs': 'the sign itself, which a diagram puts before a message',
    },
  },
];

/** How English is typeset and spelled. */
const ENGLISH_STYLE: readonly Term[] = [
  { not: /'/, use: '’', planted: "You're signed in" },
  { not: /"/, use: '“ and ”', planted: 'Press "Forgot"' },
  { not: /[\u00a0\u2011]/, use: 'an ordinary space or hyphen', planted: 'two\u2011factor' },
  { not: /[\d}]\s+%/, use: 'no space before %', planted: '{{percent}} %' },
  { not: / {2}/, use: 'one space', planted: 'One.  Two.' },
];

const JAPANESE: readonly Term[] = [
  {
    not: /(?:ブラウザ|サーバ|ユーザ|フォルダ|コンピュータ)(?!ー)/,
    use: 'the long vowel at the end: ブラウザー',
    planted: 'ブラウザの設定',
    fine: 'ブラウザーの設定',
  },
  {
    not: /(?:出金|送金|購入)[^。]*停止/,
    use: '保留',
    planted: '出金・送金が24時間停止します',
    fine: '資金の移動を停止しています',
  },
  {
    not: /(?<!移動、)交換/,
    use: '両替',
    planted: '資産の交換',
    fine: '席の移動、交換、売買はできません',
  },
  { not: /ログ(?:イン|アウト)/, use: 'サインイン、サインアウト', planted: 'ログインしました' },
  { not: /メンバー(?!ポイント)/, use: '会員', planted: 'メンバー一覧', fine: 'メンバーポイント' },
  { not: /あなた|お客さま/, use: 'お客様、または省略', planted: 'あなたの席' },
  {
    not: /取り消(?!せ(?:ません|ない|なく)|すことは?でき)|取消/,
    use: 'キャンセル',
    planted: '出金を取り消し',
    fine: '後から取り消せません。',
    except: { 'receipt-page:journal.deposit_dropped': 'the chain dropped the payment; no one canceled it' },
  },
  { not: /ステーク(?!ング)/, use: 'ステーキング', planted: '再ステークしました', fine: 'ステーキング' },
  {
    not: /固定/,
    use: 'ロック、ロック期間',
    planted: '固定の終了',
    except: { 'news:pinned': 'a notice that stays at the top' },
  },
  { not: /参照番号/, use: '取引番号、エラーでは照会番号', planted: '参照番号をお知らせください' },
  { not: /お取引明細|(?<!取引)明細/, use: '取引明細', planted: '明細を見る', fine: '取引明細を見る' },
  {
    not: /(?<![ァ-ヶー])(?:オン|オフ)(?![ァ-ヶー])/,
    use: '有効、無効',
    planted: '二段階認証はオンです',
    fine: 'オフラインです',
  },
  { not: /セッション/, use: '端末、サインイン', planted: 'ほかのセッションはすべて終了しました' },
  { not: /有効時間/, use: '期間は有効期間、時点は有効期限', planted: 'コードの有効時間は10分です' },
  {
    not: /有効期限は[^。]*分(?:間)?(?:、|で|です)/,
    use: '期間は有効期間',
    planted: '有効期限は10分です',
    fine: '有効期限が切れました',
  },
  { not: /プラン購入/, use: 'プランの購入', planted: '出金・送金・プラン購入を保留します' },
  { not: /(?:一度だけ|1回のみ)/, use: '1回だけ', planted: 'コードは一度だけ使えます' },
  {
    not: /(?<![\p{Script=Han}\p{Script=Katakana}])下を(?:開|閉)/u,
    use: '下の席を表示、下の席を隠す',
    planted: '下を開く',
  },
  { not: /既に/, use: 'すでに', planted: '既に存在します' },
  { not: /入金先アドレス|出金アドレス/, use: '入金アドレス、出金先アドレス', planted: '入金先アドレスの発行' },
  { not: /約定/, use: '両替される', planted: '表示のレートで約定します' },
  { not: /申し込/, use: '申請', planted: '解除を申し込む' },
  { not: /バージョン/, use: '版', planted: '規定のバージョン' },
  { not: /規則|ルール/, use: '規定', planted: '現在の規則' },
  { not: /リスク説明/, use: 'リスクに関する説明', planted: 'リスク説明を読む' },
  { not: /(?<!進行)状況/, use: '取引はステータス、ほかは状態', planted: '処理状況' },
  { not: /リターン/, use: '支払われるものは報酬、ほかは収益', planted: 'リターンは変動します' },
  { not: /ダッシュボード/, use: 'ホーム', planted: 'ダッシュボードへ' },
  { not: /登録日/, use: '入会日', planted: '登録日' },
  { not: /日率/, use: '日利', planted: '日率 0.1%' },
  { not: /為替/, use: 'レート、両替レート', planted: '為替レート' },
  { not: /差引額/, use: '受取額', planted: '差引額' },
  { not: /未承認/, use: '却下', planted: '未承認' },
  { not: /セールス/, use: '売上管理', planted: 'セールス管理' },
  { not: /一致分|一致しなかった/, use: '対象売上、対象にならなかった売上', planted: '一致分の 10%' },
  { not: /2段階|２段階/, use: '二段階認証', planted: '2段階目の確認' },
  { not: /席に着/, use: 'この席に登録され', planted: 'この席に着きます' },
  { not: /請求/, use: '申請、送信', planted: 'もう一度請求する' },
  { not: /再取得/, use: '復旧、再設定', planted: 'アカウントの再取得' },
  { not: /(?:コード|リンク)を送(?:る|って|り)/, use: '送信', planted: 'コードを送る' },
  {
    not: /引き?出(?!せ(?:ません|ない)|すことはでき(?:ません|ない))/,
    use: 'ウォレットに戻す、ウォレットからは出金',
    planted: 'ステーキングの引き出し',
    fine: '途中で引き出せません',
  },
  { not: /二段階認証(?:の|を)解除/, use: '無効化、無効にする', planted: '二段階認証の解除', fine: '認証アプリの解除' },
  {
    not: /秘密鍵|、鍵を/,
    use: 'キー',
    planted: 'パスワード、コード、鍵をお尋ねしません',
    fine: '鍵はデータと分けて管理',
  },
  { not: /メール用の合言葉/, use: 'メールの合言葉', planted: 'メール用の合言葉を設定' },
  {
    not: /このコードを入力(?!して紹介)/,
    use: '次のコードを入力、コードは下にある',
    planted: 'このコードを入力してください',
  },
  { not: /Perchのアカウント/, use: 'Perchアカウント', planted: 'Perchのアカウントから' },
  {
    not: /ステージ\S+のプラン/,
    use: '名前が先、番号は括弧に',
    planted: 'ステージ2のプランを購入',
    fine: 'シルバープラン（ステージ2）',
  },
  {
    not: /ご本人として確認/,
    use: 'サポートの本人確認を通過した方',
    planted: 'ご本人として確認された方から依頼がありました',
  },
  {
    not: /受け付けました/,
    use: '申請がありました、予定されています（ご本人とは限りません）',
    planted: 'メールアドレスの変更を受け付けました',
    except: {
      'mail:withdrawalAccepted.text': 'the club accepts a withdrawal, whoever asked for it',
      'mail:inquiryReceived.subject': 'support has an inquiry, whoever wrote it',
      'mail:inquiryReceived.text': 'support has an inquiry, whoever wrote it',
      'receipt:notice.withdrawalAccepted': 'on the screen of the member who has just done it',
      'contact:inquiry.sent': 'on the screen of the member who has just done it',
      'contact:inquiry.sentUnnumbered': 'on the screen of the member who has just done it',
    },
  },
  { not: /木の/, use: 'ツリーの', planted: '木の頂点' },
  { not: /満了/, use: 'ロック解除、ロックが解除される', planted: '満了したステーキング' },
];

const JAPANESE_STYLE: readonly Term[] = [
  { not: /[ぁ-んァ-ヶ一-龠々ー）」]:/, use: '：', planted: '日時: {when}' },
  {
    not: /[A-Za-z0-9%}] +[ぁ-んァ-ヶ一-龠々]|[ぁ-んァ-ヶ一-龠々ー] +[A-Za-z0-9{]/,
    use: 'no space beside a Japanese word',
    planted: 'Perch アカウント',
    fine: 'Perchアカウント',
  },
  { not: /[\uff10-\uff19\uff05]/, use: 'half-width digits and percent signs', planted: '１０％' },
];

export const TERMS: Readonly<Record<Culture, readonly Term[]>> = {
  'en-US': [...ENGLISH, ...ENGLISH_STYLE],
  'ja-JP': [...JAPANESE, ...JAPANESE_STYLE],
  'zh-CN': [...CHINESE, ...CHINESE_STYLE],
};

/**
 * An English button or label has no article: a few words without a finite verb. A heading may tell what to do in a
 * whole sentence, and so may the subject of an email.
 */
export const ARTICLE: Term = {
  not: /^(?!.*[.?…:;])(?!.*\b(?:is|are|was|were|has|have|can|can’t|couldn’t|doesn’t|isn’t)\b)(?=(?:\S+ ){1,5}\S+$).*\b(?:the|an?)\b/i,
  use: 'the label without an article',
  planted: 'Verify the address',
  fine: 'Loading the details…',
  except: {
    'account-freeze:object.confirm': 'to object to change as such is something else',
    'rates:operator': 'it says who has done it',
  },
};

/** Headings, descriptions, subjects of emails, and what a transition or an action does, which are no labels. */
export const NO_LABEL = /^mail:|^atlas:(?:does|kind)\.|(?:^|[.:])(?:title|text)$/;

/**
 * One English text has one translation. Here it has several, each language with its reason: English uses one word where
 * the other language needs two.
 */
export const SEVERAL: Readonly<Record<Exclude<Culture, 'en-US'>, Readonly<Record<string, string>>>> = {
  'ja-JP': {
    View: 'a button that opens something, 詳細を見る, and the name of a toolbar, 表示',
    'Welcome to Perch': 'a heading, and the subject of an email, which begins with the sender in brackets',
  },
  'zh-CN': {
    'Welcome to Perch': 'a heading, and the subject of an email, which begins with the sender in brackets',
    View: 'a button that opens something, 查看, and the name of a toolbar, 视图',
  },
};
