import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { passwordChangeMachine } from './password-change.machine.ts';

const key = 'key-of-this-run';
const changedAt = '2026-11-21T04:00:00Z';

export const passwordChangeCases = defineCases<typeof passwordChangeMachine>({
  machine: passwordChangeMachine,
  purpose: 'A member changes the own password.',
  starts: {
    fresh: { input: { key, resume: null }, at: '/Account?step=password' },
    reloadedWhileChanging: { input: { key: 'key-of-the-reload', resume: { version: 1, step: 'changingPassword', key } }, at: '/Account?step=password' },
  },
  controls: {
    SUBMIT_FORM: { name: 'password-change:submit', fields: { password: 'password-change:password', newPassword: 'password-change:newPassword' } },
    CANCEL: { name: 'common:action.cancel' },
    RETRY: { name: 'requests:unknown.ask' },
  },
  events: {
    SUBMIT_FORM: { filled: { password: 'perch-demo-passphrase', newPassword: 'seven-quiet-herons' } },
    CANCEL: { press: {} },
    RETRY: { press: {} },
  },
  outcomes: {
    changePassword: {
      ...memberCases,
      changed: { output: { kind: 'changed' }, reply: { status: 200, body: { changedAt } } },
      wrongPassword: refusal('wrongPassword', 400, sampleProblem('password_incorrect'), { typed: { password: 'not-the-passphrase' } }),
      newPasswordRefused: refusal('newPasswordRefused', 400, sampleProblem('password_refused'), { typed: { newPassword: 'passwordpassword' } }),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: {
      ...memberCases,
      done: {
        output: { kind: 'done' },
        arrange: 'Cut the connection only after the request has reached the server.',
        reply: { status: 200, body: { state: 'done', operationId: 'changePassword', status: 200, answer: { changedAt } } },
      },
      notDone: { output: { kind: 'notDone' }, arrange: 'Cut the connection before the request is sent, and connect again now.', reply: { status: 200, body: { state: 'unknown' } } },
      running: { output: { kind: 'running' }, reply: { status: 200, body: { state: 'running' } } },
    },
  },
});
