import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { CULTURES } from '#src/i18n/cultures.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { object, string } from '#src/ui/schema.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';

type UserInfo = components['schemas']['UserInfo'];
type Profile = components['schemas']['Profile'];

const LONGEST_NAME = 128;
const LONGEST_PHONE = 32;
/** As in the contract: digits, spaces, hyphens and parentheses, with the country's prefix if there is one. */
const PHONE = /^\+?[0-9][0-9 ()-]{4,30}$/;

/**
 * The typed number as the contract expects it: full-width digits of an input method are converted, and an empty field
 * means no number.
 */
function phoneOf(typed: string): string | null {
  const phone = typed.normalize('NFKC').trim();
  return phone === '' ? null : phone;
}

/** Name, telephone number and language of mails; all three are sent together. */
export function ProfileForm({
  member,
  onSaved,
  onClose,
}: {
  readonly member: UserInfo;
  /** Gets what was saved, which ends a reading that may not have it yet. */
  readonly onSaved: (changed: UserInfo) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['account', 'common']);
  const { api, session } = useServices();
  const toast = useToast();
  const { busy, problem, run } = useAct(
    (body: Profile, key) =>
      dataOf(api.POST('/account/profile', { body, params: { header: { 'Idempotency-Key': key } } })),
    (changed) => {
      onSaved(changed);
      session.keepUserInfo(changed);
      toast('success', t('common:toast.operated'));
      onClose();
    },
  );
  const schema = object({
    name: string()
      .trim()
      .required(t('common:field.required', { item: t('personal.name') })),
    phone: string().test(
      'phone',
      t('personal.noPhone'),
      (typed = '') => phoneOf(typed) === null || PHONE.test(phoneOf(typed) ?? ''),
    ),
  });
  const isBusy = busy !== null;
  return (
    <Formik
      initialValues={{ name: member.name, phone: member.phone ?? '', culture: member.culture }}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={({ name, phone, culture }) => run({ name: name.trim(), phone: phoneOf(phone), culture })}
    >
      <Form aria-label={t('personal.edit')}>
        <Refusable problem={problem}>
          <TextField
            name="name"
            label={t('personal.name')}
            autoComplete="name"
            maxLength={LONGEST_NAME}
            readOnly={isBusy}
          />
          <TextField
            name="phone"
            type="tel"
            label={t('personal.phone')}
            hint={t('personal.phoneHint')}
            autoComplete="tel"
            maxLength={LONGEST_PHONE}
            readOnly={isBusy}
          />
          <SelectField
            name="culture"
            label={t('personal.mailLanguage')}
            hint={t('personal.mailLanguageHint')}
            choices={CULTURES.map((culture) => ({
              value: culture,
              label: t(`common:language.${culture}`),
              lang: culture,
            }))}
            disabled={isBusy}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isBusy}>
              {isBusy ? t('personal.saving') : t('personal.save')}
            </Button>
            {!isBusy && (
              <Button kind="quiet" onClick={onClose}>
                {t('common:action.cancel')}
              </Button>
            )}
          </div>
        </Refusable>
      </Form>
    </Formik>
  );
}
