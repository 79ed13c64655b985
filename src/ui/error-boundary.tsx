import { Component, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Support } from './support.tsx';

/** A page, a style sheet or a catalogue that could not be loaded, as opposed to a bug in the app. */
export class PartUnloaded extends Error {
  override name = 'PartUnloaded';
  /** Loads it again; rejects if that fails too. */
  again: (() => Promise<unknown>) | undefined;

  constructor(message: string, { again, ...options }: ErrorOptions & { again?: () => Promise<unknown> } = {}) {
    super(message, options);
    this.again = again;
  }
}

interface Crash {
  error: Error;
  reference: string;
}

/** Time and type of the failure: enough for support to find it in the server's log, and nothing of the member's. */
function referenceOf(error: Error, at: Date): string {
  return `web-${at.toISOString().replace(/[-:]|\.\d+/g, '')}-${error.name}`;
}

/**
 * Catches what a page throws while it renders. `home` is the target of "go to the dashboard", `contact` the page for
 * writing to support: both are full page loads, since this page can no longer be trusted.
 */
export class ErrorBoundary extends Component<
  { children: ReactNode; home: string; contact?: string | null },
  { crash: Crash | null }
> {
  override state: { crash: Crash | null } = { crash: null };

  static getDerivedStateFromError(thrown: unknown): { crash: Crash } {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { crash: { error, reference: referenceOf(error, new Date()) } };
  }

  override render(): ReactNode {
    const { crash } = this.state;
    if (crash === null) return this.props.children;
    return <CrashNotice crash={crash} home={this.props.home} contact={this.props.contact ?? null} />;
  }
}

function CrashNotice({ crash, home, contact }: { crash: Crash; home: string; contact: string | null }) {
  const { t } = useTranslation();
  const unloaded = crash.error instanceof PartUnloaded;
  useEffect(() => {
    if (!unloaded) return;
    const again = () => location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [unloaded]);
  return (
    <main className="mx-auto flex w-full max-w-lg grow flex-col justify-center gap-6 p-5">
      <Alert
        title={t('crash.title')}
        reference={crash.reference}
        actions={
          <>
            <Button onClick={() => location.reload()}>{t('action.retry')}</Button>
            <a href={home} className="btn press btn-outline">
              {t('action.toDashboard')}
            </a>
            {contact !== null && (
              <a href={`${contact}?reference=${encodeURIComponent(crash.reference)}`} className="btn press btn-outline">
                {t('support.write')}
              </a>
            )}
          </>
        }
      >
        {unloaded ? t('crash.unloaded') : t('crash.text')}
      </Alert>
      <Support />
    </main>
  );
}
