// The words that texts use, per language, in one table: what is not written, what is written instead, and where an
// exception has a reason. docs/glossary.md says what the terms mean.
import type { Culture } from '#src/i18n/cultures.ts';

/** A word or a style that a language's texts don't have. */
export interface Term {
  readonly not: RegExp;
  /** What is written instead. */
  readonly use: string;
  /** A text that has it. */
  readonly planted: string;
  /** A text that looks like it and is right. */
  readonly fine?: string;
  /** Texts that may have it, by key, each with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

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
  { not: /\bunder way\b/i, use: 'in progress', planted: 'Money under way' },
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
    not: /(?:出金|送金|購入)[^。]*停止/,
    use: '保留',
    planted: '出金・送金が24時間停止します',
    fine: '資金の移動を停止しています',
  },
  {
    not: /交換/,
    use: '両替',
    planted: '資産の交換',
    except: { 'sign-up:terms.seat': 'a seat is not exchanged for another' },
  },
  { not: /ログ(?:イン|アウト)/, use: 'サインイン、サインアウト', planted: 'ログインしました' },
  { not: /メンバー(?!ポイント)/, use: '会員', planted: 'メンバー一覧', fine: 'メンバーポイント' },
  { not: /あなた|お客さま/, use: 'お客様、または省略', planted: 'あなたの席' },
  {
    not: /取り消(?!せ(?:ません|ない|なく)|すことは?でき)|取消/,
    use: 'キャンセル',
    planted: '出金を取り消し',
    fine: '後から取り消せません。',
    except: { 'receipt:journal.deposit_dropped': 'the chain dropped the payment; no one canceled it' },
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
  { not: /規則|ルール/, use: '規定', planted: '現在の規則' },
  { not: /リスク説明/, use: 'リスクに関する説明', planted: 'リスク説明を読む' },
  { not: /状況/, use: '取引はステータス、ほかは状態', planted: '処理状況' },
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

const CHINESE: readonly Term[] = [
  { not: /提款/, use: '提现', planted: '提款申请' },
  { not: /存款/, use: '充值', planted: '最低存款金额' },
  { not: /取回|提取|取出/, use: '质押用赎回，钱包用提现', planted: '质押已取回' },
  {
    not: /质押[^。]*解除|解除(?:锁定|日期|于)|距解除/,
    use: '到期、解锁',
    planted: '质押已解除',
    fine: '解除绑定',
  },
  { not: /解除冻结/, use: '解冻', planted: '账户已解除冻结' },
  { not: /阶段|级别|第 ?\S+ 级/, use: '等级（套餐）、头衔', planted: '第 2 级' },
  { not: /计划/, use: '套餐', planted: '购买计划' },
  { not: /介绍/, use: '推荐人、推荐', planted: '您的介绍人' },
  { not: /安置会员|其他会员之下/, use: '安置人', planted: '安置会员' },
  { not: /(?<!最)[左右两一]侧/, use: '左区、右区、两区', planted: '左侧' },
  { not: /组织/, use: '团队', planted: '组织图' },
  { not: /匹配/, use: '对碰；相符', planted: '匹配业绩' },
  { not: /凭证/, use: '交易详情', planted: '查看凭证' },
  { not: /参考号|参考编号/, use: '交易编号，错误为查询编号', planted: '参考号' },
  { not: /交易 ?ID/i, use: '交易哈希 (TxID)', planted: '交易 ID' },
  { not: /咨询|受理编号/, use: '工单、工单编号', planted: '我的咨询' },
  { not: /重设/, use: '重置', planted: '重设密码' },
  { not: /(?<!身份)验证器/, use: '身份验证器应用', planted: '验证器应用', fine: '身份验证器应用' },
  { not: /风险说明/, use: '风险声明', planted: '风险说明' },
  { not: /会话/, use: '登录设备、登录状态', planted: '结束会话' },
  { not: /邮箱地址|电子邮箱|电子邮件/, use: '邮箱、邮件', planted: '电子邮箱' },
  { not: /电话号码/, use: '手机号码', planted: '电话号码' },
  { not: /服务条款/, use: '使用条款', planted: '根据服务条款' },
  { not: /折合(?![^。]*(?:美元|USDT))/, use: '折合美元', planted: '按当时的汇率折合。' },
  { not: /条分录/, use: '笔分录', planted: '显示 2 条分录' },
  { not: /请同时查看/, use: '也请查看', planted: '请同时查看垃圾邮件' },
  { not: /另一区/, use: '另一个区', planted: '或选择另一区' },
  { not: /(?:付至|付款至)/, use: '打款至', planted: '已付至以下地址' },
  { not: /入会/, use: '加入', planted: '在您入会之前' },
  { not: /闲置资金/, use: '您能够承受损失的资金', planted: '请只投入闲置资金' },
  { not: /你/, use: '您', planted: '你的席位' },
  { not: /再质押/, use: '续期质押', planted: '再质押' },
  { not: /领导人/, use: '团队长', planted: '领导人' },
  { not: /逾期/, use: '已延迟', planted: '已逾期' },
  { not: /净额/, use: '实际到账', planted: '净额' },
  { not: /盗贼/, use: '骗子', planted: '盗贼的手法' },
  { not: /处置/, use: '处理方式', planted: '质押处置' },
  { not: /答复丢失/, use: '未收到响应', planted: '服务器的答复丢失了' },
  { not: /法律文本/, use: '法律条款', planted: '法律文本' },
  {
    not: /更改[^，。；：、]*邮箱|邮箱(?:地址)?已?更改|修改(?:(?!密码)[^，。；：、])*邮箱(?!的?密码)/,
    use: '更换邮箱，邮箱密码为修改',
    planted: '请登录以继续更改邮箱',
    fine: '请修改邮箱密码',
  },
  {
    not: /更改[^，。；：、]*密码|密码[^，。；：、]*更改/,
    use: '修改密码',
    planted: '您的密码已更改',
    fine: '密码已修改。没有任何更改。',
  },
  { not: /更改[^，。；：、]*标签|标签[^，。；：、]*更改/, use: '修改标签', planted: '保存地址或更改了标签' },
  { not: /私钥/, use: '密钥', planted: '切勿告知私钥' },
  { not: /垃圾邮件箱/, use: '垃圾邮件文件夹', planted: '请查看垃圾邮件箱' },
  { not: /可能能够/, use: '可能有人能', planted: '他人可能能够读取您的邮件' },
  { not: /正在处理的提现/, use: '处理中的提现', planted: '正在处理的提现会继续进行' },
  { not: /质押已续期质押/, use: '质押已续期', planted: '您的一笔质押已续期质押' },
  {
    not: /(?:输入|填写)此验证码|要求输入的地方/,
    use: '请在确认页面输入以下验证码，验证码在下方',
    planted: '请在页面上输入此验证码',
  },
  { not: /您的 Perch 账户/, use: 'Perch 账户', planted: '从您的 Perch 账户转出' },
  { not: /等级 ?\S+ ?的套餐/, use: '名称在前，等级在括号中', planted: '等级 2 的套餐', fine: '白银套餐（等级 2）' },
  { not: /证明了?自己/, use: '通过了客服的身份核实', planted: '有人向客服证明了自己是您本人' },
  { not: /未通过/, use: '未批准', planted: '充值未通过' },
];

const CHINESE_STYLE: readonly Term[] = [
  { not: /[\d}] ?美元/, use: 'USD beside figures', planted: '{{amount}} 美元' },
  {
    not: /\p{Script=Han}(?:\d|\{_(?:limit|minimum)\})|(?:\d|\{_(?:limit|minimum)\})\p{Script=Han}/u,
    use: 'a space between figures and words',
    planted: '24小时',
  },
  {
    not: /\p{Script=Han}(?:Perch|MP|PP|MSPC|USDT|USD)|(?:Perch|MP|PP|MSPC|USDT|USD)\p{Script=Han}/u,
    use: 'a space between Latin and Chinese words',
    planted: '处理Perch 账户',
    fine: 'USDT：处理 Perch 账户',
  },
  { not: /\p{Script=Han}[,:;!?]/u, use: '，：；！？', planted: '时间: 12:00' },
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
