import type { i18n as I18n } from 'i18next';
import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, useTranslation } from 'react-i18next';
import '#src/styles/app.css';
import type texts from '#locales/en-US/recorder.json';
import type { Recorder } from './recorder.ts';
import { Button } from '#src/ui/button.tsx';
import { PageSlot } from '#src/ui/lazy-page.tsx';
import { stopRecording } from './request.ts';
import { createSessionLog, logFileName, logText, type SessionLog } from './session-log.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    recorder: typeof texts;
  }
}

interface PanelProps {
  readonly log: SessionLog;
  readonly now: () => number;
  /** Called when the tester ends the recording. */
  readonly onStop: () => void;
}

/** A phone's bottom bar is fixed over the end of the scrolled content. */
const ABOVE_THE_BAR = 'max-md:[body:has(.dock-item)_&]:pb-[calc(3.75rem+env(safe-area-inset-bottom))]';

/** The tester's controls of the recorder: how much is recorded, save the log as a file, start over, stop. */
export function RecorderPanel({ log, now, onStop }: PanelProps) {
  const { t } = useTranslation('recorder');
  const [said, setSaid] = useState('');
  const count = useSyncExternalStore(log.subscribe, log.count);
  const save = (): void => {
    const name = logFileName(now());
    saveAsFile(name, logText(log.lines()));
    setSaid(t('saved', { name }));
  };
  const clear = (): void => {
    log.clear();
    setSaid(t('cleared'));
  };
  return (
    <aside
      aria-label={t('title')}
      className={`border-t border-base-300 bg-base-100 text-sm text-base-content ${ABOVE_THE_BAR}`}
    >
      <details className="mx-auto max-w-5xl px-4">
        <summary className="min-h-11 cursor-pointer content-center rounded-field">
          <span className="font-semibold">{t('title')}</span>{' '}
          <span className="text-muted">{t('events', { count })}</span>
        </summary>
        <div className="flex flex-col gap-3 py-3">
          <p>{t('note')}</p>
          <p>
            {t('replay')} <code className="break-words">npm run walk -- --replay FILE</code>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button kind="secondary" onClick={save}>
              {t('save')}
            </Button>
            <Button kind="quiet" onClick={clear}>
              {t('clear')}
            </Button>
            <Button kind="quiet" onClick={onStop}>
              {t('stop')}
            </Button>
          </div>
          <p role="status">{said}</p>
        </div>
      </details>
    </aside>
  );
}

/** Offers a text as a download. */
function saveAsFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** What the panel needs of its page. */
export interface PanelSurroundings {
  readonly recorder: Recorder;
  readonly local: Pick<Storage, 'getItem' | 'setItem'>;
  readonly tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly now: () => number;
  readonly i18n: I18n;
}

/** Shows the panel at the end of the page, in normal flow, so that it covers nothing and moves nothing. */
export async function showPanel(host: Window, { recorder, local, tab, now, i18n }: PanelSurroundings): Promise<void> {
  const log = createSessionLog(recorder, tab);
  host.addEventListener('pagehide', log.keep);
  await i18n.loadNamespaces('recorder');
  const place = host.document.createElement('div');
  place.dataset['recorder'] = '';
  host.document.body.append(place);
  const root = createRoot(place);
  const onStop = (): void => {
    host.removeEventListener('pagehide', log.keep);
    stopRecording(local);
    log.clear();
    root.unmount();
    place.remove();
  };
  root.render(
    <I18nextProvider i18n={i18n}>
      <PageSlot waiting={null}>
        <RecorderPanel log={log} now={now} onStop={onStop} />
      </PageSlot>
    </I18nextProvider>,
  );
}
