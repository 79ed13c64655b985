import { defineCases } from '../chart/cases.ts';
import { commonCases, doneEarlier, earlierCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { freezeLinkMachine } from './freeze-link.machine.ts';
import { routes } from './freeze-link.rules.ts';
import type { FreezeLinkCheckpoint, LinkKind, ThawBy } from './freeze-link.types.ts';

const key = 'key-of-this-run';
const frozen = (thawBy: ThawBy, objected = false) => ({ frozenAt: '2026-11-21T04:00:00Z', thawBy, objected });
const AT: Readonly<Record<LinkKind, string>> = {
  own: '/Freeze#token=frz_Zm9vYmFy',
  former: '/Freeze#token=frf_Zm9vYmFy',
  objecting: '/Freeze#token=obj_Zm9vYmFy',
};

const opened = (link: LinkKind) => ({ input: { key, link, resume: null }, at: AT[link] });

const reloadedAt = (
  step: FreezeLinkCheckpoint['step'],
  { link = 'own', thawBy = null, where = AT[link] }: { link?: LinkKind; thawBy?: ThawBy | null; where?: string } = {},
) => ({
  input: {
    key: 'key-of-the-reload',
    link: where === AT[link] ? link : null,
    resume: { version: 2 as const, step, key, link, thawBy },
  },
  at: where,
});

export const freezeLinkCases = defineCases<typeof freezeLinkMachine>({
  machine: freezeLinkMachine,
  area: 'Account safety',
  purpose: 'A person who got an email about a change they did not make freezes the account by its link.',
  words: {
    'ja-JP': {
      purpose: '身に覚えのない変更の通知を受けた人が、そのリンクでアカウントを凍結します。',
      calls: { freezeByLink: 'リンクによる凍結' },
      starts: {
        withoutLink: 'リンクなし',
        formerLinkOpened: '以前のメールアドレスに届いたリンクを開いた状態',
        objectingLinkOpened: '異議を申し立てるリンクを開いた状態',
        reloadedAtFormerLink: '以前のメールアドレスに届いたリンクの画面で再読み込み',
        reloadedAtObjectingLink: '異議を申し立てるリンクの画面で再読み込み',
        reloadedWhileFormerFreezes: '以前のメールアドレスに届いたリンクでの凍結中に再読み込み',
        reloadedWhileObjecting: '異議の送信中に再読み込み',
        reloadedWhenDoneForSupport: 'サポートだけが解除できる凍結の完了後に再読み込み',
        reloadedWhenFormerDone: '以前のメールアドレスに届いたリンクでの凍結後に再読み込み',
        reloadedWhenObjected: '異議の申し立て後に再読み込み',
      },
      outcomes: {
        frozenForSupport: '凍結（解除できるのはサポートだけ）',
        doneForSupport: '凍結済み（解除できるのはサポートだけ）',
        objected: '異議の受け付け',
        doneObjecting: '異議の受け付け済み',
      },
    },
    'zh-CN': {
      purpose: '收到非本人变更通知的人，通过邮件中的链接冻结账户。',
      calls: { freezeByLink: '通过链接冻结' },
      starts: {
        withoutLink: '无链接',
        formerLinkOpened: '打开发往以前邮箱的链接',
        objectingLinkOpened: '打开提出异议的链接',
        reloadedAtFormerLink: '在发往以前邮箱的链接页面重新加载',
        reloadedAtObjectingLink: '在提出异议的链接页面重新加载',
        reloadedWhileFormerFreezes: '通过发往以前邮箱的链接冻结时重新加载',
        reloadedWhileObjecting: '提交异议时重新加载',
        reloadedWhenDoneForSupport: '冻结完成（只有客服可以解冻）后重新加载',
        reloadedWhenFormerDone: '通过发往以前邮箱的链接冻结后重新加载',
        reloadedWhenObjected: '提出异议后重新加载',
      },
      outcomes: {
        frozenForSupport: '已冻结（只有客服可以解冻）',
        doneForSupport: '此前已冻结（只有客服可以解冻）',
        objected: '已提出异议',
        doneObjecting: '此前已提出异议',
      },
    },
  },
  starts: {
    withoutLink: { input: { key, link: null, resume: null }, at: '/Freeze' },
    linkOpened: opened('own'),
    formerLinkOpened: opened('former'),
    objectingLinkOpened: opened('objecting'),
    reloadedAtLink: reloadedAt('asking'),
    reloadedAtFormerLink: reloadedAt('asking', { link: 'former' }),
    reloadedAtObjectingLink: reloadedAt('askingToObject', { link: 'objecting' }),
    reloadedWhileFreezing: reloadedAt('freezing'),
    reloadedWhileFormerFreezes: reloadedAt('freezing', { link: 'former' }),
    reloadedWhileObjecting: reloadedAt('objecting', { link: 'objecting' }),
    reloadedWhenDone: reloadedAt('showingFrozen', { thawBy: 'member', where: routes.showingFrozen }),
    reloadedWhenDoneForSupport: reloadedAt('showingFrozen', { thawBy: 'support', where: routes.showingFrozen }),
    reloadedWhenFormerDone: reloadedAt('showingFrozen', {
      link: 'former',
      thawBy: 'support',
      where: routes.showingFrozen,
    }),
    reloadedWhenObjected: reloadedAt('showingObjection', {
      link: 'objecting',
      thawBy: 'support',
      where: routes.showingObjection,
    }),
  },
  good: { start: 'linkOpened', end: 'showingFrozen' },
  controls: {
    CONFIRM: {
      name: {
        'freeze-link': 'account-freeze:confirm',
        'freeze-link-objecting': 'account-freeze:object.confirm',
      },
    },
    RETRY: { name: 'requests:unknown.ask' },
    SIGN_IN: {
      name: {
        'freeze-link-invalid': 'account-freeze:invalid.signIn',
        'freeze-link-objection-invalid': 'account-freeze:invalid.signIn',
        'freeze-link-done': 'account-freeze:done.signIn',
        'freeze-link-objected': 'account-freeze:done.signIn',
      },
    },
  },
  messages: { linkInvalid: 'account-freeze:invalid.what' },
  events: { CONFIRM: { press: {} }, RETRY: { press: {} }, SIGN_IN: { press: {} } },
  outcomes: {
    freezeByLink: {
      ...commonCases,
      frozen: { output: { kind: 'frozen' }, reply: { status: 200, body: frozen('member') } },
      frozenForSupport: {
        output: { kind: 'frozenForSupport' },
        arrange: 'frozenBySupportBefore',
        reply: { status: 200, body: frozen('support') },
      },
      objected: {
        output: { kind: 'objected' },
        arrange: 'addressAskedBefore',
        reply: { status: 200, body: frozen('support', true) },
      },
      linkInvalid: refusal('linkInvalid', 400, sampleProblem('link_invalid'), {
        arrange: 'frozenByLinkBefore',
      }),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierCases({
      done: doneEarlier({ kind: 'done' }, 'freezeByLink', frozen('member')),
      doneForSupport: doneEarlier(
        { kind: 'doneForSupport' },
        'freezeByLink',
        frozen('support'),
        'cutAfterReachedFrozenBySupport',
      ),
      doneObjecting: doneEarlier(
        { kind: 'doneObjecting' },
        'freezeByLink',
        frozen('support', true),
        'cutAfterReachedAddressAsked',
      ),
    }),
  },
});
