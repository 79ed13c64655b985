import { Formik, useField, useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import type { noticeSettingsMachine } from '#machines/notice-settings/notice-settings.machine.ts';
import { entriesOf, mailKinds } from '#machines/notice-settings/notice-settings.rules.ts';
import type { MailKind, NoticeSettings, TypedSettings } from '#machines/notice-settings/notice-settings.types.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { OnThisDevice } from './on-this-device.tsx';

const ENTRIES = 'notice-settings/form';

interface ChoosingProps extends ScreenProps<typeof noticeSettingsMachine> {
  readonly options: NoticeSettings;
}

/** A switch for each kind of event, and what is mailed in any case. The form stays in place while it is saved. */
export function ChoosingScreen({ snapshot, send, options }: ChoosingProps) {
  const { t } = useTranslation(['notice-settings', 'common']);
  const { typed, problem } = snapshot.context;
  const busy = snapshot.hasTag('waiting');
  const saved = entriesOf(options);
  // What was chosen on the way from other settings is not carried over to these.
  const about = mailKinds.filter((kind) => options.mail[kind]).join(' ');
  const initial = useKeptEntries<TypedSettings>(ENTRIES, typed ?? saved, { about });
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ choosing: 'notDone' }) && <NotDone />}
      <OnThisDevice />
      <Formik<TypedSettings>
        initialValues={initial}
        onSubmit={(values) => send({ type: 'SUBMIT_FORM', typed: values })}
      >
        <Form aria-label={t('title')}>
          <KeepEntries form={ENTRIES} about={about} names={Object.keys(initial)} />
          <Panel title={t('events.title')} note={t('events.note')}>
            <ul className="flex flex-col divide-y divide-base-300">
              {mailKinds.map((kind) => (
                <Row key={kind} kind={kind} busy={busy} />
              ))}
            </ul>
          </Panel>
          <Always reasons={options.always} />
          <Unsaved saved={saved} />
          <Submit>
            <Button type="submit" busy={busy} data-event="SUBMIT_FORM">
              {busy ? t('saving') : t('save')}
            </Button>
            {!busy && (
              <Button kind="quiet" data-event="CANCEL" onClick={() => send({ type: 'CANCEL' })}>
                {t('common:action.cancel')}
              </Button>
            )}
          </Submit>
        </Form>
      </Formik>
    </>
  );
}

function Row({ kind, busy }: { readonly kind: MailKind; readonly busy: boolean }) {
  const { t } = useTranslation('notice-settings');
  const [{ name, value, onChange, onBlur }] = useField<boolean>(`mail-${kind}`);
  return (
    <li>
      <label className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-2">
        <span className="min-w-0">
          <WholeWords text={t(`kind.${kind}`)} />
        </span>
        <input
          type="checkbox"
          name={name}
          checked={value}
          onChange={onChange}
          onBlur={onBlur}
          disabled={busy}
          aria-label={t(`mail.${kind}`)}
          className="checkbox shrink-0 border-line checkbox-primary"
        />
      </label>
    </li>
  );
}

/** The mails that nobody can switch off, and why. */
function Always({ reasons }: { readonly reasons: NoticeSettings['always'] }) {
  const { t } = useTranslation('notice-settings');
  return (
    <Panel title={t('always.title')} note={t('always.note')}>
      <ul className="flex flex-col divide-y divide-base-300">
        {reasons.map((reason) => (
          <li key={reason} className="flex min-h-14 items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block">{t(`always.${reason}.what`)}</span>
              <span className="block text-sm text-muted">{t(`always.${reason}.why`)}</span>
            </span>
            <span className="flex shrink-0 items-center gap-1.5 text-sm text-muted">
              <MemberIcon name="shield" className="size-4" />
              {t('always.on')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Says that what is shown is not what is set. */
function Unsaved({ saved }: { readonly saved: TypedSettings }) {
  const { t } = useTranslation('notice-settings');
  const { values } = useFormikContext<TypedSettings>();
  const isOther = mailKinds.some((kind) => values[`mail-${kind}`] !== saved[`mail-${kind}`]);
  return (
    <p role="status" className={isOther ? 'text-sm text-muted' : 'sr-only'}>
      {isOther ? t('unsaved') : ''}
    </p>
  );
}
