import { Formik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { contactMachine } from '#machines/contact/contact.machine.ts';
import { categories, categoryOf, longest } from '#machines/contact/contact.rules.ts';
import type { TypedInquiry } from '#machines/contact/contact.types.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { KeepEntries } from '#src/flow/kept-entries.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { TextAreaField } from '#src/ui/text-area-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { DRAFT, useWriter } from '../drafts.ts';
import { object, string } from '#src/ui/schema.ts';

/** The entries of the form; no category is preselected. */
interface Entries {
  readonly category: TypedInquiry['category'] | '';
  readonly text: string;
  readonly receipt: string;
}

const NAMES: readonly (keyof Entries)[] = ['category', 'text', 'receipt'];

/** What is kept of the form (KeepEntries), as far as it is readable. */
interface Draft {
  /** What the link brought. */
  readonly about?: unknown;
  readonly entries?: unknown;
}

/**
 * The category and the message. The form stays in place while it is sent and after a refusal. A link to the same page
 * that brings something else begins it again, with what was typed, where the member goes on writing.
 */
export function WritingScreen(props: ScreenProps<typeof contactMachine>) {
  const about = useAbout();
  const key = about.receipt + about.reference;
  const [first] = useState(key);
  return <Writing key={key} about={about} isFollowed={key !== first} {...props} />;
}

interface WritingProps extends ScreenProps<typeof contactMachine> {
  readonly about: About;
  /** Whether a link of the page led here. */
  readonly isFollowed: boolean;
}

function Writing({ about: linked, isFollowed, snapshot, send }: WritingProps) {
  const { t } = useTranslation(['contact', 'common']);
  const { typed, problem } = snapshot.context;
  const busy = snapshot.hasTag('waiting');
  const writer = useWriter();
  const { about, entries } = useBegun(writer, linked, typed);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFollowed) form.current?.querySelector('textarea')?.focus();
  }, [isFollowed]);
  const schema = object({
    category: string().required(t('category.required')),
    text: string()
      .trim()
      .required(t('common:field.required', { item: t('text.label') })),
  });
  const choices = [
    { value: '', label: t('category.choose') },
    ...categories.map((category) => ({ value: category, label: t(`category.${category}`) })),
  ];
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ writing: 'notDone' }) && <NotDone />}
      <Formik<Entries>
        initialValues={entries}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ category, text, receipt }) => {
          if (category !== '')
            send({ type: 'SUBMIT_FORM', typed: { category, text: text.trim(), receipt: receipt.trim() } });
        }}
      >
        <div ref={form}>
          <Form aria-label={t('title')}>
            <SelectField name="category" label={t('category.label')} choices={choices} disabled={busy} />
            <TextAreaField
              name="text"
              label={t('text.label')}
              hint={t('text.hint', { count: longest.text })}
              maxLength={longest.text}
              readOnly={busy}
            />
            <TextField
              name="receipt"
              label={t('receipt.label')}
              hint={<WholeWords text={t('receipt.hint')} />}
              maxLength={longest.receipt}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              readOnly={busy}
            />
            <p className="text-sm text-muted">{t('common:support.neverAsks')}</p>
            <div>
              <Button type="submit" busy={busy} data-event="SUBMIT_FORM">
                {busy ? t('working') : t('submit')}
              </Button>
            </div>
            {/* What a link brought and was removed stays so: the form would begin with it again. */}
            <KeepEntries form={DRAFT} about={about} owner={writer} names={NAMES} forgetsEmpty={about === ''} />
          </Form>
        </div>
      </Formik>
    </>
  );
}

interface About {
  readonly receipt: string;
  readonly reference: string;
}

/** What the link to the page brings. */
function useAbout(): About {
  const [search] = useSearchParams();
  const linked = (name: string, most: number) => search.get(name)?.slice(0, most) ?? '';
  return { receipt: linked('receipt', longest.receipt), reference: linked('reference', 64) };
}

/**
 * The form's initial entries: what was typed before, with what the link brings, unless that was part of it already:
 * the receipt that the inquiry is about, or by what support finds a failed call.
 */
function useBegun(
  writer: string,
  { receipt, reference }: About,
  typed: TypedInquiry | null,
): { readonly about: string; readonly entries: Entries } {
  const { t } = useTranslation('contact');
  const { checkpoints } = useServices();
  const [begun] = useState(() => {
    const about = receipt + reference;
    const draft = checkpoints.load(DRAFT, writer)?.checkpoint as Draft | null | undefined;
    const kept = entriesIn(draft?.entries) ?? typed ?? { category: '', text: '', receipt: '' };
    if (draft?.about === about) return { about, entries: kept };
    const isNew = reference !== '' && !kept.text.includes(reference);
    const entries: Entries = {
      category: categoryOf(receipt) ?? kept.category,
      text: isNew ? withLine(kept.text, t('reference', { reference })) : kept.text,
      receipt: receipt || kept.receipt,
    };
    return { about, entries };
  });
  return begun;
}

/** A line above what is to be written, or below what was; a text that is full stays as it is. */
function withLine(text: string, line: string): string {
  const longer = text.trim() === '' ? `${line}\n\n` : `${text.trimEnd()}\n\n${line}`;
  return longer.length > longest.text ? text : longer;
}

function entriesIn(stored: unknown): Entries | null {
  const kept = stored as Partial<Entries> | null | undefined;
  if (typeof kept?.text !== 'string' || typeof kept.receipt !== 'string') return null;
  return {
    category: categories.find((known) => known === kept.category) ?? '',
    text: kept.text,
    receipt: kept.receipt,
  };
}
