import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { saveFile, type NamedFile } from '#src/ui/save-file.ts';
import { useToast } from '#src/ui/toast.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';
import { ownZone, type HistoryFilter } from './filters.ts';
import type { HistoryKind } from './kinds.ts';

const DAY_LETTERS = 10;

/** Saves a history, as filtered, as CSV (D-12, D-29). It is fetched, since a plain link would carry no bearer token. */
export function CsvButton({ kind, filter }: { readonly kind: HistoryKind; readonly filter: HistoryFilter }) {
  const { t } = useTranslation('history');
  const { api, now } = useServices();
  const toast = useToast();
  const fetchFile = async (query: HistoryFilter): Promise<NamedFile> => {
    const answer = await api.GET('/histories/{kind}/csv', {
      params: { path: { kind }, query: { ...query, ...ownZone() } },
      headers: { Accept: 'text/csv' },
      parseAs: 'blob',
    });
    const named = /filename="([\w.-]+)"/.exec(answer.response.headers.get('Content-Disposition') ?? '')?.[1];
    // With another origin, the header may be hidden from scripts.
    const name = named ?? `perch-${kind}-${new Date(now()).toISOString().slice(0, DAY_LETTERS)}.csv`;
    return { name, content: await dataOf(Promise.resolve(answer)) };
  };
  const { busy, problem, run } = useAct(fetchFile, (file) => {
    saveFile(document, file);
    toast('success', t('csv.saved'));
  });
  return (
    <>
      <Button kind="secondary" busy={busy !== null} onClick={() => run(filter)}>
        <MemberIcon name="down" />
        {busy === null ? t('csv.save') : t('csv.saving')}
      </Button>
      {problem !== null && (
        <div className="w-full">
          <ProblemAlert problem={problem} />
        </div>
      )}
    </>
  );
}
