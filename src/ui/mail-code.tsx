import { Formik } from 'formik';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { object, string } from 'yup';
import { formatTime } from '#src/i18n/format.ts';
import { Button } from './button.tsx';
import { CodeField } from './code-field.tsx';
import { Form } from './form.tsx';
import { useNow } from './use-now.ts';

/** How long a mailed code is good and when another may be asked for, in milliseconds from when the server said so (D-16). */
export interface CodeTerms {
  readonly expiresIn: number;
  readonly resendIn: number;
}

export interface MailCodeProps {
  /** Where the code went. */
  readonly address: string;
  /** A new object for every code that was sent; null where nothing is known of the code, or it is void. */
  readonly terms: CodeTerms | null;
  readonly now: () => number;
  /** What is under way. */
  readonly busy: 'checking' | 'sending' | null;
  readonly onSubmit: (code: string) => void;
  readonly onResend: () => void;
  /** Absent where there is nowhere to go back to. */
  readonly onBack?: () => void;
  /** Name of the form's field. */
  readonly name?: string;
  /** What the button says; "Confirm" unless told. */
  readonly submit?: string;
}

/**
 * Six digits from a mail: typed, sent again, or left. Another code can always be asked for, since only the server knows for
 * sure when it is too soon; until when to wait stands beside it as text. The events are `SUBMIT_CODE`, `RESEND_CODE`, `BACK`.
 */
export function MailCode({ address, terms, now, busy, onSubmit, onResend, onBack, name = 'code', submit }: MailCodeProps) {
  const { t } = useTranslation(['mail-code', 'common']);
  const { since, expiresAt, resendAt } = useMoments(terms, now);
  const schema = object({
    [name]: string()
      .required(t('common:field.required', { item: t('code') }))
      .matches(/^\d{6}$/, t('sixDigits')),
  });
  return (
    <Formik<Record<string, string>>
      // A code that was typed for an earlier mail is of no use for the next one.
      key={since}
      initialValues={{ [name]: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      onSubmit={(values) => onSubmit(values[name] ?? '')}
    >
      <Form aria-label={t('form')}>
        <Mailbox address={address}>{terms !== null && <Validity until={expiresAt} now={now} />}</Mailbox>
        <CodeField name={name} label={t('code')} readOnly={busy !== null} />
        {busy === 'sending' ? (
          // Its place is kept: what stands below would move under the finger that presses twice.
          <div className="invisible" aria-hidden="true" inert>
            <Button block>{submit ?? t('submit')}</Button>
          </div>
        ) : (
          <Button type="submit" block busy={busy === 'checking'} data-event="SUBMIT_CODE">
            {busy === 'checking' ? t('checking') : (submit ?? t('submit'))}
          </Button>
        )}
        {busy !== 'checking' && (
          <div className="flex flex-col items-start gap-2">
            {terms !== null && <ResendWait until={resendAt} now={now} />}
            <div className="flex w-full flex-wrap justify-between gap-2">
              <Button kind="secondary" busy={busy === 'sending'} data-event="RESEND_CODE" onClick={onResend}>
                {busy === 'sending' ? t('sending') : t('resend')}
              </Button>
              {busy === null && onBack !== undefined && (
                <Button kind="quiet" data-event="BACK" onClick={onBack}>
                  {t('common:action.back')}
                </Button>
              )}
            </div>
          </div>
        )}
      </Form>
    </Formik>
  );
}

interface Moments {
  /** When the terms were first seen here. */
  readonly since: number;
  readonly expiresAt: number;
  readonly resendAt: number;
}

/** The moments that the terms of the newest code stand for, counted from when they came. */
function useMoments(terms: CodeTerms | null, now: () => number): Moments {
  const [seen, setSeen] = useState(() => ({ terms, since: now() }));
  if (terms !== null && seen.terms !== terms) setSeen({ terms, since: now() });
  return { since: seen.since, expiresAt: seen.since + (terms?.expiresIn ?? 0), resendAt: seen.since + (terms?.resendIn ?? 0) };
}

function Mailbox({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const { t } = useTranslation('mail-code');
  return (
    <div className="panel flex flex-col gap-0.5 p-4 text-sm">
      <p className="text-muted">{t('mailbox')}</p>
      <p className="font-semibold break-all" translate="no">
        {address}
      </p>
      {children}
    </div>
  );
}

/** Whole minutes while there are two or more, then seconds; never below zero (D-27). */
function timeLeft(until: number, now: number): { readonly unit: 'minutes' | 'seconds'; readonly count: number } {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return seconds >= 120 ? { unit: 'minutes', count: Math.floor(seconds / 60) } : { unit: 'seconds', count: seconds };
}

function Validity({ until, now }: { readonly until: number; readonly now: () => number }) {
  const { t } = useTranslation('mail-code');
  const { unit, count } = timeLeft(until, useNow(now, until));
  const time = formatTime(new Date(until));
  return <p className="mt-1 text-muted">{count === 0 ? t('over') : unit === 'minutes' ? t('goodMinutes', { count, time }) : t('goodSeconds', { count, time })}</p>;
}

function ResendWait({ until, now }: { readonly until: number; readonly now: () => number }) {
  const { t } = useTranslation('mail-code');
  const { unit, count } = timeLeft(until, useNow(now, until));
  return <p className="text-sm text-muted">{count === 0 ? t('resendNow') : unit === 'minutes' ? t('resendMinutes', { count }) : t('resendSeconds', { count })}</p>;
}
