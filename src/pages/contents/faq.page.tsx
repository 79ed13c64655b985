import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { RichLine, RichText } from '#src/ui/rich-text.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { found, sectionsOf, type Question } from './questions.ts';
import { useContent } from '#src/reads/use-content.ts';
import { RulesPanel } from './rules-panel.tsx';
import { IN_VIEW, useFragment, useShownFragment } from './use-fragment.ts';

const LINES = 8;

/** /Faq (SRC §2): questions by section, searchable, each with a URL of its own such as `/Faq#fees`. */
export function FaqPage() {
  const { t } = useTranslation('contents');
  const { result, retry } = useContent('faq');
  // Here, so that it is still there once the questions come in another language.
  const [typed, setTyped] = useState('');
  return (
    <>
      <PageHeading title={t('name.faq')} note={t('search.hint')} />
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'loading' && <Skeleton what={t('loading')} lines={LINES} />}
      {result.state === 'ready' && <Questions body={result.value.body} typed={typed} onType={setTyped} />}
      <div className="max-w-3xl">
        <RulesPanel />
      </div>
    </>
  );
}

interface QuestionsProps {
  readonly body: Parameters<typeof sectionsOf>[0];
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function Questions({ body, typed, onType }: QuestionsProps) {
  const { t } = useTranslation('contents');
  const fragment = useFragment();
  useShownFragment(fragment);
  const id = useId();
  const sections = found(sectionsOf(body), typed);
  const count = sections.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {t('search.label')}
        </label>
        <input
          id={id}
          type="search"
          value={typed}
          onChange={({ target }) => onType(target.value)}
          autoComplete="off"
          className="input field-box"
        />
        <p role="status" className="text-sm text-muted">
          {count > 0 ? t('search.found', { count }) : typed !== '' && t('search.none')}
        </p>
      </div>
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id} className="flex flex-col gap-3">
          <h2 id={section.id} className="scroll-mt-6 text-xl font-semibold tracking-tight">
            <RichLine content={section.title} />
          </h2>
          <div className="panel divide-y divide-base-300">
            {section.questions.map((question) => (
              <Answered key={question.id} question={question} open={question.id === fragment} />
            ))}
          </div>
        </section>
      ))}
      <div>
        <ButtonLink kind={count === 0 ? 'primary' : 'secondary'} to={paths.contact}>
          {t('search.contact')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** A question, collapsed until it is opened. Opening it puts it into the URL, so that it can be shared. */
function Answered({ question: { id, title, answer }, open }: { readonly question: Question; readonly open: boolean }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState(open);
  const [asked, setAsked] = useState(open);
  // A link within the page leads here.
  if (asked !== open) {
    setAsked(open);
    if (open) setShown(true);
  }
  return (
    <details
      id={id}
      open={shown}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === shown) return;
        setShown(currentTarget.open);
        if (currentTarget.open && !open) void navigate({ hash: id }, { replace: true, state: IN_VIEW });
      }}
      className="group scroll-mt-6"
    >
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-3 px-4 py-3 -outline-offset-3">
        <h3 className="font-medium">
          <RichLine content={title} />
        </h3>
        <MemberIcon name="next" className="size-4 rotate-90 text-muted group-open:-rotate-90" />
      </summary>
      <div className="px-4 pb-5">
        <RichText body={[...answer]} />
      </div>
    </details>
  );
}
