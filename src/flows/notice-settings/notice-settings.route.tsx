import { noticeSettingsMachine } from '#machines/notice-settings/notice-settings.machine.ts';
import { resumable } from '#machines/notice-settings/notice-settings.rules.ts';
import type texts from '#locales/en-US/notice-settings.json';
import { flowRoute } from '#src/flow/flow-route.tsx';
import { optionsScreen, withOptions } from '#src/flow/options-screen.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { paths } from '#src/paths.ts';
import { noticeSettingsPorts } from './notice-settings.ports.ts';
import { ChoosingScreen } from './screens/choosing.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'notice-settings': typeof texts;
  }
}

const Options = optionsScreen('notice-settings:loading', 'notice-settings:note', { first: 'choosing' });

/** /Notifications: which events the member is notified of by mail. */
export const NoticeSettingsRoute = flowRoute({
  machine: noticeSettingsMachine,
  title: 'notice-settings:title',
  ports: noticeSettingsPorts,
  // The settings are the member's: another one who signs in here begins with their own.
  owner: ({ session }) => session.userInfo?.username ?? null,
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  screens: {
    'notice-settings-loading': Options,
    'notice-settings-unavailable': Options,
    'notice-settings-form': withOptions(ChoosingScreen),
    'notice-settings-unknown': OutcomeUnknown,
  },
  end: ({ kind }, { goTo }) => goTo(paths.account, { notice: kind === 'saved' ? 'noticesSaved' : null }),
});
