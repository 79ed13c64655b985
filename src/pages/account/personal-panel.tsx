import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { WholeText } from '#src/ui/address.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Avatar } from '#src/ui/member-avatar.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import type { Reading } from '#src/reads/use-read.ts';
import { ProfileForm } from './profile-form.tsx';

type UserInfo = components['schemas']['UserInfo'];

/** As many as there are facts below. */
const LINES = 6;

/** Who the member is. Name, telephone and the language of mails are changed here, the address by its own flow. */
export function PersonalPanel({ member }: { readonly member: Reading<UserInfo> }) {
  const { t } = useTranslation('account');
  // The session's data are what was read, plus changes since.
  const { userInfo } = useSession();
  const [editing, setEditing] = useState(false);
  const { result, retry, put } = member;
  const shown = result.state === 'ready' ? userInfo : null;
  return (
    <Panel title={t('personal.title')}>
      {result.state === 'loading' && <Skeleton what={t('personal.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {shown !== null && editing && <ProfileForm member={shown} onSaved={put} onClose={() => setEditing(false)} />}
      {shown !== null && !editing && <PersonalFacts member={shown} onEdit={() => setEditing(true)} />}
    </Panel>
  );
}

function PersonalFacts({ member, onEdit }: { readonly member: UserInfo; readonly onEdit: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={member.name || member.username} className="size-12 text-base" />
        <p className="min-w-0 grow text-xl font-semibold tracking-tight wrap-anywhere" translate="no">
          {member.name}
        </p>
        <Button kind="secondary" onClick={onEdit} className="shrink-0 px-4">
          {t('personal.edit')}
        </Button>
      </div>
      <Facts>
        <Fact term={t('personal.username')}>
          <WholeText text={member.username} />
        </Fact>
        <Fact term={t('personal.phone')}>{member.phone ?? t('personal.none')}</Fact>
        <Fact term={t('personal.mailLanguage')}>{t(`common:language.${member.culture}`)}</Fact>
      </Facts>
      <EmailFact member={member} />
    </>
  );
}

/** The address, whether it is verified, and links to verify or change it. */
function EmailFact({ member }: { readonly member: UserInfo }) {
  const { t } = useTranslation('account');
  const { emailVerified } = member;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-base-300 pt-4">
      <div className="min-w-0">
        <p className="text-sm text-muted">{t('personal.email')}</p>
        <p className="font-medium wrap-anywhere" translate="no">
          {member.email}
        </p>
        <p className={`mt-1 flex items-center gap-1.5 text-sm ${emailVerified ? 'text-success' : 'text-warning'}`}>
          <Icon name={emailVerified ? 'check' : 'alert'} className="size-4" />
          {emailVerified ? t('personal.verified') : t('personal.unverified')}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap gap-3">
        {!emailVerified && <ButtonLink to={`${paths.account}?step=verify`}>{t('personal.verify')}</ButtonLink>}
        <ButtonLink kind="secondary" to={paths.changeEmail}>
          {t('personal.changeEmail')}
        </ButtonLink>
      </div>
    </div>
  );
}
