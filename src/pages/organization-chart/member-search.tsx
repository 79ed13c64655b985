import { Formik } from 'formik';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { AtRest } from '#src/ui/at-rest.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { Drawing } from '#src/ui/icon.tsx';
import { SEARCH_ICON } from '#src/ui/member-icon.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { dataOf } from '#src/reads/answers.ts';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { focusActive } from './focus-active.ts';
import type { ChartModel } from './model.ts';

type Seat = components['schemas']['DownLine'];

const LONGEST = 64;
const LINES = 2;

/**
 * Searches for a member of the organization, while their name is typed, and moves to their seat in the chart. A press
 * opens it, to type in it.
 */
export function MemberSearch({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation('organization-chart');
  const [wanted, setWanted] = useState<string | null>(null);
  /** How many were found of which name; null before anything was. */
  const [found, setFound] = useState<{ readonly of: string; readonly count: number } | null>(null);
  const choose = async (username: string): Promise<void> => {
    await model.goTo(username);
    // Another name may have been typed on the way there. The list goes with the pressed button, at once.
    flushSync(() => setWanted((now) => (now === wanted ? null : now)));
    focusFound(model);
  };
  const schema = object({ search: string().trim().required(t('search.empty')).max(LONGEST, t('search.long')) });
  return (
    <section aria-label={t('search.title')} className="panel flex flex-col gap-4 p-4 print:hidden">
      <Formik
        initialValues={{ search: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ search }) => setWanted(search.trim())}
      >
        <Form aria-label={t('search.title')} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
          <TextField
            type="search"
            name="search"
            label={t('search.label')}
            autoFocus
            autoComplete="off"
            maxLength={LONGEST}
            enterKeyHint="search"
          />
          <AtRest<{ search: string }> onRest={({ search }) => setWanted(search.trim() || null)} />
          <div className="pt-6.5">
            <Button
              type="submit"
              kind="secondary"
              aria-label={t('search.find')}
              title={t('search.find')}
              className="px-3.5"
            >
              <Drawing path={SEARCH_ICON} />
            </Button>
          </div>
        </Form>
      </Formik>
      {/* Another text is a new list. */}
      {wanted !== null && (
        <Found
          key={wanted}
          wanted={wanted}
          onFound={(count) => setFound(count === null ? null : { of: wanted, count })}
          onChoose={(username) => void choose(username)}
        />
      )}
      {/* It stays while one list replaces another: otherwise no screen reader would tell. */}
      <p role="status" className="text-sm text-muted empty:sr-only">
        {found !== null &&
          found.of === wanted &&
          (found.count === 0 ? t('search.none', { text: wanted }) : t('search.count', { count: found.count }))}
      </p>
    </section>
  );
}

/** Where the way was found, its end has the focus. */
function focusFound(model: ChartModel): void {
  if (model.jump.state === 'none') focusActive(model);
}

/** The way to a member, who may be named by the URL too: under way, or why it came to nothing. */
export function JumpState({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation('organization-chart');
  const { jump } = model;
  if (jump.state === 'none') return null;
  if (jump.state === 'going') {
    return (
      <p role="status" className="text-sm text-muted">
        {t('search.going', { member: jump.to })}
      </p>
    );
  }
  // Trying again would not find this name either.
  if (jump.problem.code === 'not_found') {
    return (
      <p role="alert" className="text-sm font-medium text-error">
        {t('search.nobody', { member: jump.to })}
      </p>
    );
  }
  return <ReadFailed problem={jump.problem} onRetry={() => void model.goTo(jump.to).then(() => focusFound(model))} />;
}

interface FoundProps {
  readonly wanted: string;
  /** Told how many are listed, and null as long as they are not read. */
  readonly onFound: (count: number | null) => void;
  readonly onChoose: (username: string) => void;
}

function Found({ wanted, onFound, onChoose }: FoundProps) {
  const { t } = useTranslation('organization-chart');
  const { api } = useServices();
  const pages = usePages<Seat>(
    `search ${wanted}`,
    (cursor, signal) =>
      dataOf(
        api.GET('/account/ListDownLines', {
          params: { query: { search: wanted, ...(cursor === null ? {} : { cursor }) } },
          signal,
        }),
      ),
    undefined,
    { isKept: false },
  );
  const { items, state, problem, readOn } = pages;
  const count = state === 'ready' || items.length > 0 ? items.length : null;
  const tell = useEffectEvent(() => onFound(count));
  useEffect(() => tell(), [count]);
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {items.length > 0 && (
        <ul
          aria-label={t('search.results')}
          className="flex max-h-72 flex-col divide-y divide-base-300 overflow-y-auto"
        >
          {items.map(({ seatNo, username, name, level }) => (
            <li key={seatNo}>
              <button
                type="button"
                onClick={() => onChoose(username)}
                className="flex min-h-12 w-full cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-field px-2 py-1 text-left hover:bg-base-200"
              >
                <span className="font-medium">
                  {name} <span className="font-normal text-muted">{username}</span>
                </span>
                <span className="text-sm text-muted">{t('level', { level })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('search.loading')} lines={LINES} />}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      <MoreButton pages={pages} label={t('search.more')} kind="quiet" />
    </div>
  );
}
