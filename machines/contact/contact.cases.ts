import { defineCases } from '../chart/cases.ts';
import { doneEarlier, earlierMemberCases, memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { contactMachine } from './contact.machine.ts';
import type { TypedInquiry } from './contact.types.ts';

const key = 'key-of-this-run';
const typed: TypedInquiry = { category: 'withdrawal', text: 'When will it be paid out?', receipt: '' };
const ticket = 'Q-7K2M-9QXD';
const moment = '2026-11-21T04:00:00Z';
const inquiry = {
  ticket,
  category: typed.category,
  status: 'open',
  receipt: null,
  openedAt: moment,
  updatedAt: moment,
  messages: [{ from: 'member', at: moment, text: typed.text }],
};

export const contactCases = defineCases<typeof contactMachine>({
  machine: contactMachine,
  area: 'Help',
  purpose: 'A member writes to support.',
  words: {
    'ja-JP': {
      purpose: '会員がサポートに問い合わせます。',
      calls: { createInquiry: 'お問い合わせの送信' },
      outcomes: { receiptNotFound: '取引明細なし', tooMany: '件数の上限' },
    },
    'zh-CN': {
      purpose: '会员联系客服。',
      calls: { createInquiry: '提交工单' },
      outcomes: { receiptNotFound: '无此交易详情', tooMany: '数量已达上限' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at: '/Contact' },
    reloadedWhileSending: {
      input: { key: 'key-of-the-reload', resume: { version: 1, step: 'sending', key, typed } },
      at: '/Contact',
    },
  },
  good: { start: 'fresh', end: 'sent' },
  controls: {
    SUBMIT_FORM: {
      name: 'contact:submit',
      fields: { category: 'contact:category.label', text: 'contact:text.label', receipt: 'contact:receipt.label' },
    },
    RETRY: { name: 'requests:unknown.ask' },
  },
  events: {
    SUBMIT_FORM: { filled: { typed } },
    RETRY: { press: {} },
  },
  outcomes: {
    createInquiry: {
      ...memberCases,
      sent: { output: { kind: 'sent', ticket }, reply: { status: 200, body: inquiry } },
      receiptNotFound: refusal(
        'receiptNotFound',
        400,
        sampleProblem('receipt_not_found', { errors: ['You have no receipt with this reference.'] }),
        { typed: { receipt: 'W-0000-0000' } },
      ),
      tooMany: refusal('tooMany', 409, sampleProblem('too_many_inquiries'), { arrange: 'tenInquiries' }),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierMemberCases({
      done: doneEarlier({ kind: 'done', ticket }, 'createInquiry', inquiry),
    }),
  },
});
