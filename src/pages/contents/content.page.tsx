import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type texts from '#locales/en-US/contents.json';
import { formatDate } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import '#src/styles/app.css';
import { Button } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { RichLine, RichText } from '#src/ui/rich-text.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useContent, type Content } from '#src/reads/use-content.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { useFragment, useShownFragment } from './use-fragment.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    contents: typeof texts;
  }
}

const LINES = 10;

/** /Terms (SRC §2). */
export function TermsPage() {
  return <ContentPage slug="terms" />;
}

/** /Privacy (D-19). */
export function PrivacyPage() {
  return <ContentPage slug="privacy" />;
}

/** /Risk (D-31). */
export function RiskPage() {
  return <ContentPage slug="risk" />;
}

/** A text of the club with its version, for members and for visitors who consider joining. */
function ContentPage({ slug }: { readonly slug: 'terms' | 'privacy' | 'risk' }) {
  const { t } = useTranslation('contents');
  const { result, retry } = useContent(slug);
  if (result.state !== 'ready') {
    return (
      <>
        <PageHeading title={t(`name.${slug}`)} />
        {result.state === 'failed' ? (
          <ReadFailed problem={result.problem} onRetry={retry} />
        ) : (
          <Skeleton what={t('loading')} lines={LINES} />
        )}
      </>
    );
  }
  return <Shown content={result.value} />;
}

function Shown({ content: { slug, title, version, effectiveFrom, body } }: { readonly content: Content }) {
  const { t } = useTranslation('contents');
  useShownFragment(useFragment());
  const sections = body.flatMap((block) => (block.type === 'heading' && block.level === 2 ? [block] : []));
  const others = (['terms', 'privacy', 'risk'] as const).filter((other) => other !== slug);
  return (
    <article className="flex max-w-2xl flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PageHeading
          title={title}
          note={<WholeWords text={t('version', { version, date: formatDate(effectiveFrom) })} />}
        />
        <Button kind="secondary" onClick={() => window.print()} className="print:hidden">
          <MemberIcon name="print" />
          {t('print')}
        </Button>
      </div>
      <nav aria-label={t('sections')} className="panel p-4 print:hidden">
        <h2 className="text-sm font-semibold">{t('sections')}</h2>
        <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
          {sections.map(({ id, content }) => (
            <li key={id}>
              <Link to={{ hash: id }} replace className="text-link inline-flex min-h-11 items-center text-sm">
                <RichLine content={content} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <RichText body={body} />
      <nav aria-label={t('others')} className="flex flex-wrap gap-x-5 border-t border-base-300 pt-4 print:hidden">
        {others.map((other) => (
          <Link key={other} to={paths[other]} className="text-link inline-flex min-h-11 items-center">
            {t(`name.${other}`)}
          </Link>
        ))}
      </nav>
    </article>
  );
}
