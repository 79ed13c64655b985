import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpLink } from './help-link.tsx';
import { LegalLinks } from './legal-links.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SeatTree } from './seat-tree.tsx';
import { Support } from './support.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** One column on a phone, with the tree beside it on wide screens. */
export const PUBLIC_COLUMNS = 'relative flex grow flex-col lg:grid lg:grid-cols-[minmax(24rem,5fr)_7fr]';

/**
 * The frame of every page that is reachable without a session: one column on a phone, with the tree beside it on wide
 * screens. `reading` gives long texts wider lines.
 */
export function PublicLayout({ children, reading = false }: { children: ReactNode; reading?: boolean }) {
  const width = reading ? 'max-w-2xl' : 'max-w-md';
  return (
    <>
      {/* As high as the window by itself: what follows takes none of its height. */}
      <div className={`min-h-dvh ${PUBLIC_COLUMNS}`}>
        <PublicHeader />
        <div className="flex grow flex-col lg:pt-16">
          <main
            id="content"
            tabIndex={-1}
            className={`mx-auto flex w-full grow flex-col gap-6 px-5 py-8 ${width} ${reading ? '' : 'sm:justify-center'}`}
          >
            {children}
          </main>
          <PublicFooter width={width} />
        </div>
      </div>
      <OfflineBanner className="beside-night" />
    </>
  );
}

/** The name, the tree, and the choices that everybody has. */
export function PublicHeader() {
  const { t } = useTranslation();
  return (
    <header className="on-night flex flex-wrap items-center justify-between pt-[env(safe-area-inset-top)] max-lg:rounded-b-box lg:block">
      <div className="flex min-h-16 flex-col justify-center px-4 lg:sticky lg:top-0 lg:h-dvh lg:px-8 lg:pt-8">
        <Logo />
        <p className="mt-auto hidden text-4xl leading-tight font-semibold tracking-tight text-balance lg:block">
          {t('tagline')}
        </p>
        <SeatTree className="mx-auto mt-6 hidden min-h-0 w-full max-w-md shrink lg:block" />
      </div>
      <div className="ml-auto flex min-w-0 flex-wrap justify-end lg:absolute lg:top-5 lg:right-5 lg:text-base-content lg:[--perch-ring:initial]">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** Links to the public texts and to support. `width` is that of the page above. */
export function PublicFooter({ width }: { readonly width: string }) {
  return (
    <footer className={`mx-auto w-full px-5 pb-[calc(1.5rem+env(safe-area-inset-bottom))] ${width}`}>
      <HelpLink />
      <LegalLinks />
      <Support />
    </footer>
  );
}
