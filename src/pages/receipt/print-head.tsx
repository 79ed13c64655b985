import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#src/i18n/format.ts';
import { isolated } from '#src/i18n/isolated.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { usePrintedAt } from './use-printed-at.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** On paper only: whose receipt it is, of which club, and when it was printed. */
export function PrintHead() {
  const { t } = useTranslation(['receipt', 'common']);
  const { now } = useServices();
  const { userInfo } = useSession();
  const printedAt = usePrintedAt(now);
  return (
    <div className="hidden justify-between gap-6 border-b border-base-300 pb-4 print:flex">
      <p className="text-xl font-semibold">{'Perch'}</p>
      <p className="text-right text-sm">
        {userInfo !== null && (
          <span className="block" translate="no">
            {t('printed.member', { name: isolated(userInfo.name), username: userInfo.username })}
          </span>
        )}
        <span className="block">
          <WholeWords text={t('printed.at', { moment: formatDateTime(new Date(printedAt)) })} />
        </span>
      </p>
    </div>
  );
}
