import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/chart/problem.ts';
import { useText, type TextKey } from '#src/i18n/text-key.ts';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { HoldLink } from './on-hold.tsx';
import type { Screen } from './screen-props.ts';

interface UnconfirmableProps {
  readonly title: string;
  readonly send: (event: { readonly type: 'LEAVE' }) => void;
}

/**
 * The member has nothing to confirm with: offers the two ways to get it. Its area of texts is `confirmation`.
 * @param text why a way to confirm is needed, as sentences
 * @param leave what leads out of the flow
 */
export function unconfirmable(text: TextKey, leave: TextKey): Screen<UnconfirmableProps> {
  return function Unconfirmable({ title, send }: UnconfirmableProps) {
    const { t } = useTranslation('confirmation');
    const [note, out] = [useText(text), useText(leave)];
    return (
      <>
        <PageHeading title={t('unconfirmable.title')} tab={title} note={note} />
        <div className="flex flex-wrap gap-3">
          <VerifyLink />
          <ButtonLink kind="secondary" to={paths.authentication}>
            {t('unconfirmable.bind')}
          </ButtonLink>
          <Button kind="quiet" data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
            {out}
          </Button>
        </div>
      </>
    );
  };
}

/** Where a member corrects what keeps their money from moving, whatever was typed; none for another problem. */
export function wayOnFrom({ code }: Problem): ReactNode {
  if (code === 'email_not_verified') return <VerifyLink />;
  if (code === 'money_held') return <HoldLink />;
  if (code === 'address_not_allowed') return <SavedOnlyLinks />;
  return undefined;
}

/** Leads to where an address is saved, and to what limits withdrawals to saved ones. */
function SavedOnlyLinks() {
  const { t } = useTranslation('money');
  return (
    <>
      <ButtonLink to={paths.addresses}>{t('savedOnly.save')}</ButtonLink>
      <ButtonLink kind="secondary" to={paths.allowList}>
        {t('savedOnly.setting')}
      </ButtonLink>
    </>
  );
}

function VerifyLink() {
  const { t } = useTranslation('confirmation');
  return <ButtonLink to={`${paths.account}?step=verify`}>{t('unconfirmable.verify')}</ButtonLink>;
}
