import { Formik } from 'formik';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/mail-code.json';
import { formatTime } from '#src/i18n/format.ts';
import { minutesOf } from '#src/i18n/spans.ts';
import { Button } from './button.tsx';
import { CodeField } from './code-field.tsx';
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
  const { since, expiresAt, resendAt } = useMoments(terms, now);
  const sendableAt = Math.max(resendAt, refusedUntil ?? 0);
  const mailed = useAsked(terms);
  const mailbox = <Mailbox address={address}>{terms !== null && <Validity until={expiresAt} now={now} />}</Mailbox>;
  const field = <CodeField name={name} label={t('code')} readOnly={busy !== null} />;
  const schema = object({
    [name]: string()
      .required(t('common:field.codeRequired'))
      .matches(/^\d{6}$/, t('sixDigits')),
  });
  return (
    <Formik<Record<string, string>>
      // A code that was typed for an earlier mail does not fit the next one.
      key={since}
      initialValues={{ [name]: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={(values) => onSubmit(values[name] ?? '')}
    >
      <Form aria-label={t('form')}>
        {mailed.again && <Sent name={name} />}
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
        {busy !== 'checking' && (
          <Resend
            key={sendableAt}
            at={sendableAt}
            now={now}
            sending={busy === 'sending'}
            onResend={() => mailed.ask(onResend)}
          >
            {busy === null && onBack !== undefined && (
              <Button kind="quiet" data-event="BACK" onClick={onBack}>
                {t('common:action.back')}
              </Button>
            )}
          </Resend>
        )}
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
  const { expiresAt, resendAt } = useMoments(terms, now);
  const sendableAt = Math.max(resendAt, refusedUntil ?? 0);
  const mailed = useAsked(terms);
  return (
    <>
      {mailed.again && <Sent name={name} />}
      <Mailbox address={address}>{terms !== null && <Validity until={expiresAt} now={now} />}</Mailbox>
      <CodeField name={name} label={label} readOnly={busy !== null} />
      {busy !== 'checking' && (
        <Resend
          key={sendableAt}
          at={sendableAt}
          now={now}
          sending={busy === 'sending'}
          onResend={() => mailed.ask(onResend)}
        />
      )}
    </>
  );
}

interface Moments {
  /** When the terms were first seen here. */
  readonly since: number;
  readonly expiresAt: number;
  /** 0 if unknown. A void code still had its mail. */
  readonly resendAt: number;
}

/** The times that follow from the terms of the newest code, counted from their arrival. */
function useMoments(terms: CodeTerms | null, now: () => number): Moments {
  const [seen, setSeen] = useState(() => ({ terms, since: now() }));
  if (terms !== null && seen.terms !== terms) setSeen({ terms, since: now() });
  return {
    since: seen.since,
    expiresAt: seen.since + (terms?.expiresIn ?? 0),
    resendAt: seen.terms === null ? 0 : seen.since + seen.terms.resendIn,
  };
}

/** Whether the newest code was requested on this screen, rather than before it. */
function useAsked(terms: CodeTerms | null): { readonly again: boolean; readonly ask: (send: () => void) => void } {
  const [asked, setAsked] = useState<{ readonly before: CodeTerms | null } | null>(null);
  const ask = (send: () => void) => {
    setAsked({ before: terms });
    send();
  };
  return { again: asked !== null && terms !== null && terms !== asked.before, ask };
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

function Mailbox({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const { t } = useTranslation('mail-code');
  return (
    <div className="panel flex flex-col gap-0.5 p-4 text-sm">
      <p className="text-muted">{t('mailbox')}</p>
      <p className="font-semibold wrap-anywhere" translate="no">
        {address}
      </p>
      {children}
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

interface ResendProps {
  /** When another code can be requested, by the clock of `now`; 0 if unknown. */
  readonly at: number;
  readonly now: () => number;
  readonly sending: boolean;
  readonly onResend: () => void;
  /** What is beside the button. */
  readonly children?: ReactNode;
}

/** Requests another code, and shows how long that is not possible yet. */
function Resend({ at, now, sending, onResend, children }: ResendProps) {
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
          busy={sending}
          waits={Math.max(0, at - moment)}
          data-event="RESEND_CODE"
          onClick={onResend}
        >
          {sending ? t('sending') : t('resend')}
        </Button>
        {children}
      </div>
    </div>
  );
}
