import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/shell.json';
import { Icon } from '#src/ui/icon.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { PerchScene } from '#src/ui/perch-scene.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    shell: typeof texts;
  }
}

/**
 * Shown if a page can't be loaded for lack of a network. It is plain markup, since no script of the app is available.
 * The link without an address leads to the requested page; its own script makes a reload of it
 * (reload-when-online.ts).
 */
export function Offline({ supportEmail }: { readonly supportEmail: string }) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <>
      <header className="on-night flex min-h-16 items-center px-4 pt-[env(safe-area-inset-top)]">
        <Logo />
      </header>
      <main className="mx-auto flex w-full max-w-md grow flex-col justify-center gap-6 px-5 py-8">
        <div>
          <PerchScene mood="away" />
          <h1 className="text-3xl leading-tight font-semibold tracking-tight">{t('offline.title')}</h1>
          <p className="mt-2 text-muted">{t('offline.text')}</p>
        </div>
        <ul className="flex flex-col gap-3">
          {[t('offline.safe'), t('offline.money'), t('offline.typed'), t('offline.again')].map((point) => (
            <li key={point} className="flex gap-3">
              <Icon name="check" className="mt-0.5 size-5 text-primary" />
              <span>{point}</span>
            </li>
          ))}
        </ul>
        <a href="" className="btn press btn-primary">
          {t('common:action.retry')}
        </a>
        <p className="text-sm text-muted">{t('common:support.contact', { email: supportEmail })}</p>
      </main>
    </>
  );
}
