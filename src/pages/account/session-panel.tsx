import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import type { Reading } from '#src/reads/use-read.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** This sign-in: when the one before was, the devices of the others, and how to leave. */
export function SessionPanel({ member: { result } }: { readonly member: Reading<components['schemas']['UserInfo']> }) {
  const { t } = useTranslation(['account', 'common']);
  return (
    <Panel title={t('session.title')} more={{ to: paths.security, name: t('sessions.title') }}>
      {result.state === 'loading' && <Skeleton what={t('session.loading')} lines={1} />}
      {result.state === 'ready' && (
        <Facts>
          <Fact term={t('session.lastSignIn')}>
            <WholeWords
              text={result.value.lastSignInAt === null ? t('session.first') : formatDateTime(result.value.lastSignInAt)}
            />
          </Fact>
        </Facts>
      )}
      <div>
        <ButtonLink kind="secondary" to={paths.signOut}>
          <MemberIcon name="exit" />
          {t('session.out')}
        </ButtonLink>
      </div>
    </Panel>
  );
}
