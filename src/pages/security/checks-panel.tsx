import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CSSProperties } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Hold } from './hold.tsx';
import { CHECKS, checksOf, type Check, type Checked, type Protection } from './use-checks.ts';
import { useAhead } from '#src/flow/use-ahead.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** Where each check is seen to; the phrase is set on /Security. */
const PLACES: Readonly<Record<Exclude<Check, 'phrase'>, string>> = {
  email: `${paths.account}?step=verify`,
  app: paths.authentication,
  codes: paths.authentication,
  passkey: paths.passkeys,
  allowList: paths.allowList,
};

/** What keeps withdrawals to saved addresses while that is turning off. */
export interface Keeping {
  readonly busy: boolean;
  /** Why it failed; null if it did not. */
  readonly problem: Problem | null;
  readonly keep: () => void;
}

interface ChecksPanelProps {
  readonly checked: Checked;
  readonly keeping: Keeping;
  /** Until when money is held after a change of the account. */
  readonly heldUntil: string | null;
  /** Goes to the phrase, further down on the page. */
  readonly onPhrase: () => void;
}

/** How well the account is protected: a level, and what it is made of, each with the way to see to it. */
export function ChecksPanel({ checked, keeping, heldUntil, onPhrase }: ChecksPanelProps) {
  const { t } = useTranslation('security');
  const { state } = checked;
  return (
    <Panel title={t('level.title')} note={state === 'ready' ? levelOf(checked.value, t) : undefined}>
      {state === 'loading' && <Skeleton what={t('level.loading')} lines={CHECKS.length} />}
      {state !== 'loading' && <Held until={heldUntil} />}
      {state === 'failed' && <ReadFailed problem={checked.problem} onRetry={checked.retry} />}
      <Refusable problem={keeping.problem} />
      {state === 'ready' && <Checks protection={checked.value} keeping={keeping} onPhrase={onPhrase} />}
    </Panel>
  );
}

/** The hold, with the way to the activity that it is about. */
function Held({ until }: { readonly until: string | null }) {
  const { t } = useTranslation('money');
  return (
    <Hold until={until}>
      <Link to={paths.account} className="text-link inline-flex min-h-11 items-center">
        {t('hold.activity')}
      </Link>
    </Hold>
  );
}

const metBy = (protection: Protection): number => checksOf(protection).filter((check) => protection.met[check]).length;

/** How many of the checks are met, in words. */
export function levelOf(protection: Protection, t: ReturnType<typeof useTranslation<'security'>>['t']): string {
  const values = { done: metBy(protection), steps: checksOf(protection).length };
  return values.done === values.steps ? t('level.full', values) : t('level.of', values);
}

function Checks({ protection, ...acts }: Omit<CheckLineProps, 'check' | 'isNext'>) {
  const next = checksOf(protection).find((check) => !protection.met[check]);
  return (
    <>
      <LevelBar protection={protection} />
      <ul className="@container flex flex-col divide-y divide-base-300">
        {checksOf(protection).map((check) => (
          <CheckLine key={check} check={check} isNext={check === next} protection={protection} {...acts} />
        ))}
      </ul>
    </>
  );
}

/** How many of the checks are met, as a part of all; the words are beside it. */
export function LevelBar({ protection }: { readonly protection: Protection }) {
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-base-300">
      <span
        style={{ '--at': (metBy(protection) / checksOf(protection).length) * 100 } as CSSProperties}
        className="wing block h-full rounded-full bg-primary"
      />
    </span>
  );
}

const LINE =
  'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-3.5 first:pt-1 last:pb-0 @xl:grid-cols-[auto_minmax(0,1fr)_auto]';

interface CheckLineProps {
  readonly check: Check;
  /** Whether it is the one to see to next, whose button is filled. */
  readonly isNext: boolean;
  readonly protection: Protection;
  readonly keeping: Keeping;
  readonly onPhrase: () => void;
}

function CheckLine({ check, isNext, protection, keeping, onPhrase }: CheckLineProps) {
  const { t } = useTranslation('security');
  const { met, codesLeft, passkeys, allowListEnds } = protection;
  const isMet = met[check];
  if (check === 'allowList' && allowListEnds !== null) return <EndingLine at={allowListEnds} keeping={keeping} />;
  const said = isMet ? 'met' : 'missing';
  const kind = isNext ? 'primary' : 'secondary';
  return (
    <li className={LINE}>
      <Icon
        name={isMet ? 'check' : 'alert'}
        className={`mt-0.5 size-5 self-start ${isMet ? 'text-success' : 'text-warning'}`}
      />
      <div>
        <p className="font-semibold">{t(`check.${check}.${said}`, { left: codesLeft, number: passkeys })}</p>
        <p className="text-sm text-muted">{t(`check.${check}.text`)}</p>
      </div>
      <div className="col-start-2 justify-self-start @xl:col-start-3">
        {check === 'phrase' ? (
          <Button kind={kind} onClick={onPhrase}>
            {t(`check.phrase.go.${said}`)}
          </Button>
        ) : check === 'email' && isMet ? (
          <ButtonLink kind={kind} to={paths.changeEmail}>
            {t('check.email.go.met')}
          </ButtonLink>
        ) : (
          <ButtonLink kind={kind} to={PLACES[check]}>
            {t(`check.${check}.go.${said}`)}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

/** Withdrawals go only to saved addresses until a time, unless the member keeps it so. */
function EndingLine({ at, keeping }: { readonly at: string; readonly keeping: Keeping }) {
  const { t } = useTranslation('security');
  const ahead = useAhead();
  return (
    <li className={LINE}>
      <Icon name="alert" className="mt-0.5 size-5 self-start text-warning" />
      <div>
        <p className="font-semibold">
          <WholeWords text={t('check.allowList.ending', ahead(at))} />
        </p>
        <p className="text-sm text-muted">{t('check.allowList.endingText')}</p>
      </div>
      <div className="col-start-2 justify-self-start @xl:col-start-3">
        <Button busy={keeping.busy} onClick={keeping.keep}>
          {keeping.busy ? t('check.allowList.keeping') : t('check.allowList.keep')}
        </Button>
      </div>
    </li>
  );
}
