import { Formik } from 'formik';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/mail-code.json';
import { formatTime } from '#src/i18n/format.ts';
import { minutesOf } from '#src/i18n/spans.ts';
import { Button } from './button.tsx';
import { CodeField } from './code-field.tsx';
import { firstSeen } from './first-seen.ts';
import { Form } from './form.tsx';
import { Notice } from './notice.tsx';
import { CodeOf } from './code-of.tsx';
import { Submit } from './submit.tsx';
import { useNow } from './use-now.ts';
import { object, string } from './schema.ts';
import type { CodeTerms } from '#machines/chart/code-terms.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'mail-code': typeof texts;
  }
}

export interface MailCodeProps {
  /** The address that the code was sent to. */
  readonly address: string;
  /** A new object for every code that was sent; null if nothing is known of the code, or it is void. */
  readonly terms: CodeTerms | null;
  readonly now: () => number;
  /** Until when the server refuses to send another code, by the clock of `now`; null if it doesn't. */
  readonly refusedUntil?: number | null;
  /** The call in progress. */
  readonly busy: 'checking' | 'sending' | null;
  readonly onSubmit: (code: string) => void;
  readonly onResend: () => void;
  /** Absent if there is no step to go back to. */
  readonly onBack?: () => void;
  /** Name of the form's field. */
  readonly name?: string;
  /** The button's label; "Confirm" by default. */
  readonly submit?: string;
  /** The id of what the code is for, if that is all above it: it has the focus, and where it was sent is said below. */
  readonly about?: string;
}

/**
 * Six digits from a mail: typed, requested again, or abandoned. Another code can be requested once the server allows
 * it; until then a countdown runs beside the button, which does nothing. The events are `SUBMIT_CODE`, `RESEND_CODE`,
 * `BACK`.
 */
export function MailCode({
  address,
  terms,
  now,
  refusedUntil = null,
  busy,
  onSubmit,
  onResend,
  onBack,
  name = 'code',
  submit,
  about,
}: MailCodeProps) {
  const { t } = useTranslation(['mail-code', 'common']);
  const mailed = useMailed(terms, now, onResend);
  const mailbox = <Mailbox address={address} mailed={mailed} />;
  const field = <CodeField name={name} label={t('code')} readOnly={busy !== null} />;
  const schema = object({
    [name]: string()
      .required(t('common:field.codeRequired'))
      .matches(/^\d{6}$/, t('sixDigits')),
  });
  return (
    <Formik<Record<string, string>>
      // A code that was typed for an earlier mail does not fit the next one.
      key={mailed.since}
      initialValues={{ [name]: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={(values) => onSubmit(values[name] ?? '')}
    >
      <Form aria-label={t('form')}>
        {mailed.isAgain && <Sent name={name} />}
        {about === undefined && mailbox}
        {about === undefined ? field : <CodeOf about={about}>{field}</CodeOf>}
        <Submit>
          {busy === 'sending' ? (
            // Its space is reserved: otherwise what is below would move under a finger that presses twice.
            <div className="invisible" aria-hidden="true" inert>
              <Button block>{submit ?? t('submit')}</Button>
            </div>
          ) : (
            <Button type="submit" block busy={busy === 'checking'} data-event="SUBMIT_CODE">
              {busy === 'checking' ? t('checking') : (submit ?? t('submit'))}
            </Button>
          )}
        </Submit>
        {about !== undefined && mailbox}
        <Resend mailed={mailed} refusedUntil={refusedUntil} busy={busy}>
          {busy === null && onBack !== undefined && (
            <Button kind="quiet" data-event="BACK" onClick={onBack}>
              {t('common:action.back')}
            </Button>
          )}
        </Resend>
      </Form>
    </Formik>
  );
}

export interface MailCodeFieldProps extends Pick<
  MailCodeProps,
  'address' | 'terms' | 'now' | 'refusedUntil' | 'busy' | 'onResend'
> {
  /** Name of the form's field. */
  readonly name: string;
  readonly label: string;
}

/**
 * The same as one field of a larger form: where the code was sent, the six digits, and how to get another. The event is
 * `RESEND_CODE`.
 */
export function MailCodeField({
  address,
  terms,
  now,
  refusedUntil = null,
  busy,
  onResend,
  name,
  label,
}: MailCodeFieldProps) {
  const mailed = useMailed(terms, now, onResend);
  return (
    <>
      {mailed.isAgain && <Sent name={name} />}
      <Mailbox address={address} mailed={mailed} />
      <CodeField name={name} label={label} readOnly={busy !== null} />
      <Resend mailed={mailed} refusedUntil={refusedUntil} busy={busy} />
    </>
  );
}

interface Mailed {
  readonly now: () => number;
  /** When the terms of the newest code were first seen; 0 if nothing is known of it. */
  readonly since: number;
  /** Until when the code is good; null if nothing is known of it, or it is void. */
  readonly expiresAt: number | null;
  /** 0 if unknown. A void code still had its mail. */
  readonly resendAt: number;
  /** Whether it was requested on this screen, rather than before it. */
  readonly isAgain: boolean;
  readonly resend: () => void;
}

/** The newest code: the times that follow from its terms, counted from their arrival, and how to get another. */
function useMailed(terms: CodeTerms | null, now: () => number, onResend: () => void): Mailed {
  const [last, setLast] = useState(terms);
  if (terms !== null && last !== terms) setLast(terms);
  const since = last === null ? 0 : firstSeen(last, now);
  const [asked, setAsked] = useState<{ readonly before: CodeTerms | null } | null>(null);
  return {
    now,
    since,
    expiresAt: terms === null ? null : since + terms.expiresIn,
    resendAt: last === null ? 0 : since + last.resendIn,
    isAgain: asked !== null && terms !== null && terms !== asked.before,
    resend: () => {
      setAsked({ before: terms });
      onResend();
    },
  };
}

/** Says that the requested mail was sent, and moves to the field for its code, which was cleared. */
function Sent({ name }: { readonly name: string }) {
  const { t } = useTranslation('mail-code');
  const here = useRef<HTMLDivElement>(null);
  useEffect(
    () => here.current?.closest('form')?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus(),
    [name],
  );
  return (
    <div ref={here}>
      <Notice kind="success">{t('sent')}</Notice>
    </div>
  );
}

/** Where the code was sent, and how long it is good. */
function Mailbox({ address, mailed: { expiresAt, now } }: { readonly address: string; readonly mailed: Mailed }) {
  const { t } = useTranslation('mail-code');
  return (
    <div className="panel flex flex-col gap-0.5 p-4 text-sm">
      <p className="text-muted">{t('mailbox')}</p>
      <p className="font-semibold wrap-anywhere" translate="no">
        {address}
      </p>
      {expiresAt !== null && <Validity until={expiresAt} now={now} />}
    </div>
  );
}

/** Minutes, rounded to the nearest, while there are at least two, then seconds; never negative (D-27). */
function timeLeft(until: number, now: number): { readonly unit: 'minutes' | 'seconds'; readonly count: number } {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return seconds >= 120 ? { unit: 'minutes', count: minutesOf(seconds * 1000) } : { unit: 'seconds', count: seconds };
}

function Validity({ until, now }: { readonly until: number; readonly now: () => number }) {
  const { t } = useTranslation('mail-code');
  const { unit, count } = timeLeft(until, useNow(now, until));
  const time = formatTime(new Date(until));
  return (
    <p className="mt-1 text-muted">
      {count === 0
        ? t('over')
        : unit === 'minutes'
          ? t('goodMinutes', { count, time })
          : t('goodSeconds', { count, time })}
    </p>
  );
}

interface ResendProps extends Required<Pick<MailCodeProps, 'refusedUntil' | 'busy'>> {
  readonly mailed: Mailed;
  /** What is beside the button. */
  readonly children?: ReactNode;
}

/** Requests another code, unless one is being checked. */
function Resend({ mailed, refusedUntil, busy, children }: ResendProps) {
  if (busy === 'checking') return null;
  const at = Math.max(mailed.resendAt, refusedUntil ?? 0);
  return (
    // Another countdown starts over.
    <ResendFrom key={at} at={at} mailed={mailed} busy={busy}>
      {children}
    </ResendFrom>
  );
}

interface ResendFromProps extends Omit<ResendProps, 'refusedUntil'> {
  /** When another code can be requested; 0 if unknown. */
  readonly at: number;
}

/** The button, and how long it does nothing yet. */
function ResendFrom({ at, mailed: { now, resend }, busy, children }: ResendFromProps) {
  const { t } = useTranslation('mail-code');
  const moment = useNow(now, at);
  const { unit, count } = timeLeft(at, moment);
  const left = unit === 'minutes' ? t('resendMinutes', { count }) : t('resendSeconds', { count });
  return (
    <div className="flex flex-col items-start gap-2">
      {at > 0 && (
        <p role="timer" className="text-sm text-muted">
          {count === 0 ? t('resendNow') : left}
        </p>
      )}
      <div className="flex w-full flex-wrap justify-between gap-2">
        <Button
          kind="secondary"
          busy={busy === 'sending'}
          waits={Math.max(0, at - moment)}
          data-event="RESEND_CODE"
          onClick={resend}
        >
          {busy === 'sending' ? t('sending') : t('resend')}
        </Button>
        {children}
      </div>
    </div>
  );
}
