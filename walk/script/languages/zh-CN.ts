import { CHINESE_WAYS } from './zh-CN.ways.ts';
import { inChinese } from './zh-CN.names.ts';
import type { Happening, Leaving, Words } from './words.ts';

const HAPPENINGS: Readonly<Record<Happening, string>> = {
  SIGNED_IN: '登录。',
  SIGNED_OUT: '在同一浏览器的另一个标签页退出登录。',
  SESSION_ENDED: '在另一台设备上将此设备退出登录（“账户”中的登录设备），然后在此处打开任意链接。',
  TOKENS_RENEWED: '等待同一浏览器的另一个标签页续期登录状态（到期前 5 分钟）。',
  RENEWAL_DUE: '不操作页面，直到登录状态需要续期，然后回到该页面。',
  BALANCE_READ: '让余额发生变动：在另一台设备上操作同一会员的资金，然后回到此页面。',
  DEVICE_CANCELLED: '点按向设备请求通行密钥的按钮，然后关闭浏览器的提示。',
  DEVICE_KNOWN: '点按“创建通行密钥”，并选择已有此会员通行密钥的设备。',
  DEVICE_UNSUPPORTED: '关闭浏览器使用通行密钥的所有方式，然后点按向设备请求通行密钥的按钮。',
  DEVICE_FAILED: '点按向设备请求通行密钥的按钮，在安全密钥闪烁时将其拔出。',
};

const FROZEN = '账户已冻结：通过邮件中的链接解冻（/outbox）。';
const SAVED_ONLY = '现在只能提现到已保存的地址：申请关闭该限制，等待结束前用其他会员执行提现脚本。';

const LEFT: Readonly<Record<Leaving, (passphrase: string) => string>> = {
  'account-freeze/frozen': () => FROZEN,
  'freeze-link/showingFrozen': () => FROZEN,
  'password-change/changed': (passphrase) => `密码已修改：改回 ${passphrase}。`,
  'password-recovery/showingDone': (passphrase) =>
    `密码已修改，资金转出暂停 24 小时：将密码改回 ${passphrase}，在此之前用其他会员执行资金流程。`,
  'two-factor/bound': () => '已绑定身份验证器应用：解绑。',
  'two-factor/unbound': () => '身份验证器应用已解绑：用 README 中的密钥重新绑定。',
  'two-factor/codesRenewed': () => '恢复码已更换：记下新的恢复码供后续脚本使用，README 中的恢复码已失效。',
  'passkeys/added': () => '已添加通行密钥，资金转出暂停 24 小时：删除该通行密钥，在此之前用其他会员执行资金流程。',
  'allow-list/turnedOn': () => SAVED_ONLY,
  'allow-list/kept': () => SAVED_ONLY,
  'allow-list/turnedOff': () => '等待结束前仍只能提现到已保存的地址：在此之前用其他会员执行提现脚本。',
  'email-change/changed': () => '邮箱已更换：改回原邮箱。',
  'withdrawal/accepted': () => '有一笔处理中的提现：打开交易详情并取消。',
  'transfer/sent': () => '已转账：如果后续脚本需要，请收款人转回。',
  'exchange/exchanged': () => '已兑换：如果后续脚本需要，请换回原资产。',
  'purchase/bought': () => '已购买套餐，无法撤销。后续资金不足时，使用空的 DATA_DIR 重新开始。',
  'restake/decided': () => '质押已作出选择，无法撤销。如需再试，使用空的 DATA_DIR 重新开始。',
  'contact/sent': () => '有一个工单等待回复；无需恢复。',
  'sign-up/signedUp': () => '新会员已登录：退出登录。',
  'deposit/credited': () => '余额已增加；无需恢复。',
};

function statusInWords(status: number): string {
  if (status === 400) return '表单可提交，但填写的内容被拒绝';
  if (status === 401) return '未登录或登录已过期';
  if (status === 409) return '与当前状态冲突';
  if (status === 429) return '尝试次数过多；也可重复此步骤直到自行出现';
  if (status === 503) return '系统维护';
  return status >= 500 ? '服务器错误' : '被拒绝';
}

export const chinese: Words = {
  names: inChinese,
  ways: CHINESE_WAYS,
  listed: (id, title, acts) => `${id}：${title}（共 ${acts} 步）`,
  person: (who, passphrase) =>
    ({
      demo: `demo（密码 ${passphrase}，未开启两步验证）`,
      demo2fa: `demo2fa（密码 ${passphrase}，身份验证器密钥 JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP，恢复码 DEMO-CODE-0000-0001 至 -0010，各用一次）`,
      demoWithApp: `demo（密码 ${passphrase}，事先已在“账户”中绑定身份验证器应用）`,
    })[who],
  use: (person) => `使用会员 ${person}。`,
  clubIsOpen: '已在浏览器中打开演示俱乐部（npm start）。',
  newcomer: (introducer) => `无人登录。推荐人为会员 ${introducer}。`,
  signedInAs: (person) => `已登录为 ${person}。`,
  haveMember: (person) => `使用会员 ${person}。`,
  offline: (call) => `断开网络（开发者工具的“网络”，选择离线），使 ${call} 收不到响应。`,
  unknownReply: (call) => `将 ${call} 的响应替换为说明中没有的响应，例如状态 418（开发者工具的“网络”）。`,
  through: (flow, outcome) =>
    `执行“${inChinese.call(flow)}”流程，使其以“${inChinese.outcome(outcome)}”结束（npm run walk -- ${flow}）。`,
  answers: (call, status) => `使 ${call} 返回 ${status}（${statusInWords(status)}）：在开发者工具的“网络”中替换响应。`,
  answerIsLost: (call, hadEffect) =>
    hadEffect ? `确保 ${call} 仍到达服务器：只有响应丢失。` : `确保 ${call} 没有到达服务器。`,
  loadedAgain: (call, hadEffect) =>
    hadEffect ? `确保在重新加载页面前，${call} 已到达服务器。` : `确保在重新加载页面时，${call} 尚未到达服务器。`,
  elsewhere: '在另一个标签页执行相同操作，直到结束。',
  addressAsked: '请客服更换账户的邮箱。',
  frozenBySupport: '请客服冻结账户。',
  appOnAccount: '事先为账户绑定身份验证器应用。',
  elevenMinutes: '等待 11 分钟后继续。',
  networkBack: '恢复网络。',
  overrideOff: (call) => `取消对 ${call} 的替换。`,
  left: (at, passphrase) => LEFT[at](passphrase),
  leftHold: '重置密码后，该会员的资金转出暂停 24 小时：用其他会员执行其余资金脚本，或使用空的 DATA_DIR 重新开始。',
  leftApp: '已绑定身份验证器应用：解绑。',
  happens: (event) => HAPPENINGS[event],
  outside: (event) => `在此页面之外：${inChinese.event(event)}。`,
  open: (address) => `打开 ${address}。`,
  stakeByLink: 'stake=…（通过 /Staking 上该质押旁的链接）',
  loadAgain: '重新加载页面。',
  wait: (count, unit, timer) =>
    `等待 ${count} ${unit === 'minutes' ? '分钟' : '秒'}（${inChinese.timer(timer)}），不进行任何操作。`,
  waitFor: (call) => `等待 ${call}。`,
  press: (label) => `按“${label}”。`,
  appCode: '身份验证器应用中尚未使用的验证码',
  mailedCode: '最新邮件中的验证码（/outbox）',
  recoveryCode: '如果页面要求，则用尚未使用的恢复码',
  presentAddress: '账户当前的邮箱地址',
  ownUsername: '自己的用户名',
  memberElsewhere: '其他组织成员的用户名',
  or: '，或',
  on: '勾选',
  off: '不勾选',
  empty: '（留空）',
  languageNote: () => '应用语言为简体中文。',
  needs: {
    app: '只用应用即可执行。',
    network: '需要断开网络（开发者工具的“网络”，选择离线）。',
    operator: '需要运营人员在中途更改俱乐部设置（npm run operator -- help）。',
    tools: '需要开发者工具；npm run walk -- guide 会自动完成该部分。',
  },
  seen: {
    over: (kind, page) => `流程结束（${inChinese.end(kind)}），应用转到${page}`,
    state: (name) => `状态为${inChinese.end(name)}`,
    screen: (title) => `页面“${title}”`,
    at: (route) => `（${route}）`,
    waiting: '，正在等待，没有可按的内容',
    message: (text) => `，提示“${text}”`,
    sentence: (parts, state) => `${parts.join('')}${state === null ? '' : `［${state}］`}。`,
  },
  gherkin: {
    language: 'zh-CN',
    feature: '功能',
    scenario: '场景',
    given: '假如',
    when: '当',
    then: '那么',
    and: '而且',
    gap: '',
    step: (sentence) => sentence,
    filledIn: (act) => `按下表填写表单，然后：${act}`,
    afterwards: (sentence) => `之后：${sentence}`,
    atTheEnd: (sentence) => `最后：${sentence}`,
    field: '字段',
    value: '值',
    several: 'Perch 的流程',
  },
  page: {
    fillIn: '填写表单。',
    beforeIt: '事先',
    expect: '预期',
    afterIt: '之后',
    atTheEnd: '最后',
    beforeYouBegin: '开始之前',
    gap: '',
    colon: '：',
    quoted: (text) => `“${text}”`,
  },
};
