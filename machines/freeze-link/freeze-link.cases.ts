import { defineCases } from '../chart/cases.ts';
import { commonCases, doneEarlier, earlierCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { freezeLinkMachine } from './freeze-link.machine.ts';
import { routes } from './freeze-link.rules.ts';
import type { FreezeLinkCheckpoint } from './freeze-link.types.ts';

const key = 'key-of-this-run';
const frozenAt = '2026-11-21T04:00:00Z';
const at = '/Freeze#token=frz_Zm9vYmFy';

const reloadedAt = (step: FreezeLinkCheckpoint['step'], where: string) =>
  ({
    input: {
      key: 'key-of-the-reload',
      link: where === at,
      objects: false,
      resume: { version: 1, step, key, objects: false },
    },
    at: where,
  }) as const;

export const freezeLinkCases = defineCases<typeof freezeLinkMachine>({
  machine: freezeLinkMachine,
  area: 'Account safety',
  purpose: 'A person who got an email about a change they did not make freezes the account by its link.',
  words: {
    'ja-JP': {
      purpose: '身に覚えのない変更の通知を受けた人が、そのリンクでアカウントを凍結します。',
      calls: { freezeByLink: 'リンクによる凍結' },
      starts: { withoutLink: 'リンクなし' },
    },
    'zh-CN': {
      purpose: '收到非本人变更通知的人，通过邮件中的链接冻结账户。',
      calls: { freezeByLink: '通过链接冻结' },
      starts: { withoutLink: '无链接' },
    },
  },
  starts: {
    withoutLink: { input: { key, link: false, objects: false, resume: null }, at: '/Freeze' },
    linkOpened: { input: { key, link: true, objects: false, resume: null }, at },
    reloadedAtLink: reloadedAt('asking', at),
    reloadedWhileFreezing: reloadedAt('freezing', at),
    reloadedWhenDone: reloadedAt('showingFrozen', routes.showingFrozen),
  },
  good: { start: 'linkOpened', end: 'showingFrozen' },
  controls: {
    CONFIRM: { name: 'account-freeze:confirm' },
    RETRY: { name: 'requests:unknown.ask' },
    SIGN_IN: {
      name: {
        'freeze-link-invalid': 'account-freeze:invalid.signIn',
        'freeze-link-done': 'account-freeze:done.signIn',
      },
    },
  },
  messages: { linkInvalid: 'account-freeze:invalid.what' },
  events: { CONFIRM: { press: {} }, RETRY: { press: {} }, SIGN_IN: { press: {} } },
  outcomes: {
    freezeByLink: {
      ...commonCases,
      frozen: { output: { kind: 'frozen' }, reply: { status: 200, body: { frozenAt } } },
      linkInvalid: refusal('linkInvalid', 400, sampleProblem('link_invalid'), {
        arrange: 'frozenByLinkBefore',
      }),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierCases({
      done: doneEarlier({ kind: 'done' }, 'freezeByLink', { frozenAt }),
    }),
  },
});
