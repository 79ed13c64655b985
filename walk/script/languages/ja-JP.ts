import { JAPANESE_WAYS } from './ja-JP.ways.ts';
import { inJapanese } from './ja-JP.names.ts';
import type { Happening, Leaving, Words } from './words.ts';

const HAPPENINGS: Readonly<Record<Happening, string>> = {
  SIGNED_IN: 'サインインします。',
  SIGNED_OUT: '同じブラウザーの別のタブでサインアウトします。',
  SESSION_ENDED:
    '別の端末で、この端末をサインアウトさせます（「アカウント」の端末一覧）。その後、この端末で任意のリンクを開きます。',
  TOKENS_RENEWED: '同じブラウザーの別のタブがサインインを更新するまで待ちます（期限の5分前）。',
  RENEWAL_DUE: 'サインインの更新時刻になるまでページを操作せず、その後ページに戻ります。',
  BALANCE_READ: '残高を変えます。別の端末で同じ会員の資金を動かしてから、このページに戻ります。',
  DEVICE_CANCELLED: '端末にパスキーを求めるボタンを押し、ブラウザーの画面を閉じます。',
  DEVICE_KNOWN: '「パスキーを作成する」を押し、この会員のパスキーがすでにある端末を選びます。',
  DEVICE_UNSUPPORTED:
    'ブラウザーがパスキーを使える手段をすべて無効にしてから、端末にパスキーを求めるボタンを押します。',
  DEVICE_FAILED: '端末にパスキーを求めるボタンを押し、点滅しているセキュリティキーを抜きます。',
};

const FROZEN = 'アカウントが凍結されています。メールのリンクで凍結を解除します（/outbox）。';
const SAVED_ONLY =
  '保存済みアドレスにのみ出金できる設定になっています。解除を申請し、待ち時間が終わるまで出金の手順は別の会員で行います。';

const LEFT: Readonly<Record<Leaving, (passphrase: string) => string>> = {
  'account-freeze/frozen': () => FROZEN,
  'freeze-link/showingFrozen': () => FROZEN,
  'password-change/changed': (passphrase) => `パスワードが変わっています。${passphrase} に戻します。`,
  'password-recovery/showingDone': (passphrase) =>
    `パスワードが変わり、資金の移動が24時間保留されています。パスワードを ${passphrase} に戻し、それまで資金の手順は別の会員で行います。`,
  'two-factor/bound': () => '認証アプリが設定されています。解除します。',
  'two-factor/unbound': () => '認証アプリが解除されています。READMEのキーでもう一度設定します。',
  'two-factor/codesRenewed': () =>
    'リカバリーコードが変わっています。READMEのコードは使えないため、後の手順のために新しいコードを控えます。',
  'passkeys/added': () =>
    'パスキーが追加され、資金の移動が24時間保留されています。パスキーを削除し、それまで資金の手順は別の会員で行います。',
  'allow-list/turnedOn': () => SAVED_ONLY,
  'allow-list/kept': () => SAVED_ONLY,
  'allow-list/turnedOff': () =>
    '待ち時間が終わるまでは、保存済みアドレスにのみ出金できます。それまで出金の手順は別の会員で行います。',
  'email-change/changed': () => 'メールアドレスが変わっています。元に戻します。',
  'withdrawal/accepted': () => '処理中の出金があります。取引明細を開いてキャンセルします。',
  'transfer/sent': () => '送金しました。後の手順で必要な場合は、受取人に送り返してもらいます。',
  'exchange/exchanged': () => '両替しました。後の手順で必要な場合は、元の資産に両替します。',
  'purchase/bought': () => 'プランを購入しました。取り消せません。後で資金が足りない場合は、空のDATA_DIRで始めます。',
  'restake/decided': () =>
    'ステーキングの手続きが完了しました。取り消せません。もう一度行う場合は、空のDATA_DIRで始めます。',
  'contact/sent': () => 'お問い合わせが回答待ちです。元に戻す必要はありません。',
  'sign-up/signedUp': () => '新しい会員がサインインしています。サインアウトします。',
  'deposit/credited': () => '残高が増えています。元に戻す必要はありません。',
};

function statusInWords(status: number): string {
  if (status === 400) return 'フォームは通るが、入力内容が拒否される';
  if (status === 401) return 'サインインしていない、または期限切れ';
  if (status === 409) return '現在の状態と矛盾する';
  if (status === 429) return '試行回数の超過。自然に起こるまで手順を繰り返してもよい';
  if (status === 503) return 'メンテナンス中';
  return status >= 500 ? 'サーバーのエラー' : '拒否';
}

export const japanese: Words = {
  names: inJapanese,
  ways: JAPANESE_WAYS,
  listed: (id, title, acts) => `${id}：${title}（全${acts}手順）`,
  person: (who, passphrase) =>
    ({
      demo: `demo（パスワード：${passphrase}、二段階認証なし）`,
      demo2fa: `demo2fa（パスワード：${passphrase}、認証アプリのキー：JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP、リカバリーコード：DEMO-CODE-0000-0001～-0010、各1回）`,
      demoWithApp: `demo（パスワード：${passphrase}、事前に「アカウント」で認証アプリを設定）`,
    })[who],
  use: (person) => `会員${person}を使います。`,
  clubIsOpen: 'デモクラブ（npm start）をブラウザーで開いています。',
  newcomer: (introducer) => `誰もサインインしていません。紹介者は会員${introducer}です。`,
  signedInAs: (person) => `${person}としてサインインしています。`,
  haveMember: (person) => `会員${person}を使います。`,
  offline: (call) => `通信を切断し（開発者ツールの「ネットワーク」でオフライン）、${call} に応答がないようにします。`,
  unknownReply: (call) =>
    `${call} の応答を、仕様にないもの（ステータス418など）に置き換えます（開発者ツールの「ネットワーク」）。`,
  through: (flow, outcome) =>
    `「${inJapanese.call(flow)}」の手順を「${inJapanese.outcome(outcome)}」で終えます（npm run walk -- ${flow}）。`,
  answers: (call, status) =>
    `${call} の応答を ${status}（${statusInWords(status)}）にします。開発者ツールの「ネットワーク」で置き換えます。`,
  answerIsLost: (call, hadEffect) =>
    hadEffect
      ? `${call} はサーバーに届き、応答だけが失われるようにします。`
      : `${call} がサーバーに届かないようにします。`,
  loadedAgain: (call, hadEffect) =>
    hadEffect
      ? `ページの再読み込みの前に、${call} がサーバーに届いているようにします。`
      : `ページの再読み込みの時点で、${call} がサーバーに届いていないようにします。`,
  elsewhere: '別のタブで、同じ操作を最後まで行います。',
  addressAsked: 'アカウントのメールアドレスの変更をサポートに依頼しておきます。',
  frozenBySupport: 'サポートにアカウントを凍結してもらいます。',
  appOnAccount: 'アカウントに認証アプリを設定しておきます。',
  elevenMinutes: '11分待ってから続けます。',
  networkBack: '通信を元に戻します。',
  overrideOff: (call) => `${call} の置き換えを解除します。`,
  left: (at, passphrase) => LEFT[at](passphrase),
  leftHold:
    '新しいパスワードにより、この会員の資金の移動は24時間保留されます。資金の手順は別の会員で行うか、空のDATA_DIRで始めます。',
  leftApp: '認証アプリが設定されています。解除します。',
  happens: (event) => HAPPENINGS[event],
  outside: (event) => `この画面の外で起こること：${inJapanese.event(event)}。`,
  open: (address) => `${address} を開きます。`,
  stakeByLink: 'stake=…（/Stakingのステーキングの横にあるリンクから）',
  loadAgain: 'ページを再読み込みします。',
  wait: (count, unit, timer) =>
    `${count}${unit === 'minutes' ? '分' : '秒'}待ちます（${inJapanese.timer(timer)}）。何も操作しません。`,
  waitFor: (call) => `${call} を待ちます。`,
  press: (label) => `「${label}」を押します。`,
  appCode: '認証アプリの未使用のコード',
  mailedCode: '最新のメールのコード（/outbox）',
  recoveryCode: '画面が求める場合は、未使用のリカバリーコード',
  presentAddress: 'アカウントの現在のメールアドレス',
  ownUsername: '自分のユーザー名',
  memberElsewhere: '別の組織の会員のユーザー名',
  or: '、または',
  on: 'オンにする',
  off: 'オフにする',
  empty: '（空欄のまま）',
  languageNote: () => 'アプリの言語は日本語です。',
  needs: {
    app: 'アプリだけで行えます。',
    network: '通信の切断が必要です（開発者ツールの「ネットワーク」でオフライン）。',
    operator: '途中でクラブの設定を変える運営者が必要です（npm run operator -- help）。',
    tools: '開発者ツールが必要です。npm run walk -- guide はその部分を自動で行います。',
  },
  seen: {
    over: (kind, page) => `手順の完了（${inJapanese.end(kind)}）、アプリの移動先は${page}`,
    state: (name) => `状態は${inJapanese.end(name)}`,
    screen: (title) => `画面「${title}」`,
    at: (route) => `（${route}）`,
    waiting: '、処理中で、押せるものはない',
    message: (text) => `、メッセージ「${text}」`,
    sentence: (parts, state) => `${parts.join('')}${state === null ? '' : `［${state}］`}。`,
  },
  gherkin: {
    language: 'ja',
    feature: '機能',
    scenario: 'シナリオ',
    given: '前提',
    when: 'もし',
    then: 'ならば',
    and: 'かつ',
    gap: ' ',
    step: (sentence) => sentence,
    filledIn: (act) => `フォームに次のとおり入力してから、${act}`,
    afterwards: (sentence) => `その後：${sentence}`,
    atTheEnd: (sentence) => `最後に：${sentence}`,
    field: '項目',
    value: '値',
    several: 'Perchの手順',
  },
  page: {
    fillIn: 'フォームに入力します。',
    beforeIt: '事前に',
    expect: '期待する結果',
    afterIt: 'その後',
    atTheEnd: '最後に',
    beforeYouBegin: '始める前に',
    gap: '',
    colon: '：',
    quoted: (text) => `「${text}」`,
  },
};
