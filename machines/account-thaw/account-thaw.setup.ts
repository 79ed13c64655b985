import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import type {
  Account,
  AccountThawCheckpoint,
  AccountThawContext,
  AccountThawEvent,
  AccountThawInput,
  AccountThawOutput,
  EarlierThaw,
  Method,
  SendThawLinkInput,
  SendThawLinkOutcome,
  ThawAccountInput,
  ThawAccountOutcome,
} from './account-thaw.types.ts';

/** What the parts of the chart share: its types, ports, guards, actions and delays. */
export const accountThawSetup = setup({
  types: {
    context: {} as AccountThawContext,
    events: {} as AccountThawEvent,
    input: {} as AccountThawInput,
    output: {} as AccountThawOutput,
    meta: {} as StepMeta<
      | 'account-thaw-account'
      | 'account-thaw-sent'
      | 'account-thaw-confirm'
      | 'account-thaw-code'
      | 'account-thaw-invalid'
      | 'account-thaw-unknown'
      | 'account-thaw-done'
    >,
    tags: {} as StepTag,
  },
  actors: {
    sendThawLink: fromPromise<SendThawLinkOutcome, SendThawLinkInput>(notProvided('sendThawLink')),
    thawAccount: fromPromise<ThawAccountOutcome, ThawAccountInput>(notProvided('thawAccount')),
    getRequestOutcome: fromPromise<EarlierThaw, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<AccountThawCheckpoint['step']>,
    openedByLink: ({ context }) => context.link,
    methodIsNot: ({ context }, params: { method: Method }) => context.method !== params.method,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: AccountThawCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetBeginning: assign({ resume: null, link: false }),
    keepAccount: assign({ account: (_, params: { account: Account }) => params.account }),
    useMethod: assign({ method: (_, params: { method: Method }) => params.method, problem: null }),
    renewKey: assign({ key: ({ event }) => outcomeOf<{ kind: string; key: string }>(event).key }),
    ...problemActions<AccountThawContext, AccountThawEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The entry action that stores the current step. */
export function checkpoint(step: AccountThawCheckpoint['step']) {
  return {
    type: 'saveCheckpoint',
    params: ({ context: { key, account } }: { context: AccountThawContext }): AccountThawCheckpoint => ({
      version: 1,
      step,
      key,
      account,
    }),
  } as const;
}

/** The account that the link is requested for. Throws if there is none, which is a bug in the chart. */
export function accountOf({ account }: AccountThawContext): Account {
  if (account === null) throw new Error('No account was entered.');
  return account;
}

/** The code that was typed into the form that led here; null if the link was only confirmed. */
export function factorTyped({ method }: AccountThawContext, event: AccountThawEvent): ThawAccountInput['secondFactor'] {
  return event.type === 'SUBMIT_CODE' ? { method, code: event.code } : null;
}
