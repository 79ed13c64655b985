import { fromPromise } from 'xstate';
import type { EarlierCall, EarlierCallInput } from '#machines/chart/earlier-call.ts';
import { wantedOf } from '#machines/notice-settings/notice-settings.rules.ts';
import type {
  GetNoticeSettingsOutcome,
  SetNoticeSettingsInput,
  SetNoticeSettingsOutcome,
} from '#machines/notice-settings/notice-settings.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Services } from '#src/services/services.ts';

/** The live ports of one run of choosing what is mailed. */
export function noticeSettingsPorts({ api }: Services) {
  return {
    getNoticeSettings: fromPromise<GetNoticeSettingsOutcome>(({ signal }) =>
      settle<'getNoticeSettings', GetNoticeSettingsOutcome>(api.GET('/notices/settings', { signal }), {
        ...readAnswers,
        200: (options) => ({ kind: 'loaded', options }),
      }),
    ),
    setNoticeSettings: fromPromise<SetNoticeSettingsOutcome, SetNoticeSettingsInput>(({ input: { key, typed } }) =>
      settle<'setNoticeSettings', SetNoticeSettingsOutcome>(
        api.POST('/notices/settings', { body: wantedOf(typed), params: { header: { 'Idempotency-Key': key } } }),
        {
          ...commonAnswers,
          401: { session_ended: 'sessionEnded' },
          409: { request_running: 'running' },
          // An earlier call used the key: its outcome is requested.
          422: { idempotency_key_reused: 'running' },
          200: () => ({ kind: 'saved' }),
        },
      ),
    ),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(({ input: { key }, signal }) =>
      settle<'getRequestOutcome', EarlierCall>(api.GET('/requests/{key}', { params: { path: { key } }, signal }), {
        ...readAnswers,
        200: ({ state }) => ({ kind: state === 'unknown' ? 'notDone' : state }),
      }),
    ),
  };
}
