import { Formik, useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import { firstOf, optionOf } from '#machines/chart/chart.rules.ts';
import type { Recipient, TransferOptions, TypedTransfer } from '#machines/transfer/transfer.types.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { wayOnFrom } from '#src/flow/unconfirmable.tsx';
import { useServices } from '#src/services/services.ts';
import { AmountField, amountOf, amountRule } from '#src/ui/amount-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { EntryWorth } from '#src/ui/entry-worth.tsx';
import { Form } from '#src/ui/form.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ReviewList, ReviewRow } from '#src/ui/review-list.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { saidOf, type DraftRun } from '../../confirmation/use-draft.ts';
import { MemberName } from '#src/ui/member-name.tsx';
import { Alike, SentBefore } from './sent-before.tsx';
import type { TransferScreenProps } from './screen-props.ts';
import { TransferSteps } from './transfer-steps.tsx';

const NOTE_LENGTH = 200;
const ENTRIES = 'transfer/amount';

interface FormScreenProps extends TransferScreenProps, Pick<DraftRun, 'ranOut'> {
  readonly options: TransferOptions;
  readonly recipient: Recipient;
}

/**
 * What is transferred, below the name of the recipient. It stays in place while the draft is made and after a refusal.
 */
export function FormScreen({ snapshot, send, options, recipient, ranOut }: FormScreenProps) {
  const { storage } = useServices();
  const { t } = useTranslation(['transfer', 'common']);
  const { t: tMoney } = useTranslation(['money', 'common']);
  const words = useMoneyWords();
  const { typed, problem } = snapshot.context;
  const busy = snapshot.matches('creatingTransfer');
  const first = optionOf(options, storage.get('transferAssetName') ?? '') ?? firstOf(options);
  const isOffered = ({ asset }: TypedTransfer) => optionOf(options, asset) !== null;
  const beginning =
    typed !== null && isOffered(typed) ? typed : { asset: first?.asset ?? 'USDT', amount: '', note: typed?.note ?? '' };
  const initial = useKeptEntries<TypedTransfer>(ENTRIES, beginning, { about: recipient.username, fits: isOffered });
  const schema = object({
    amount: amountRule<TypedTransfer>(tMoney, t('amountField'), ({ asset }) => asset),
    note: string().trim().required(t('noteRequired')),
  });
  const back = (
    <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
      {t('common:action.back')}
    </Button>
  );
  return (
    <>
      <PageHeading title={t('amount.title')} tab={t('title')} note={t('amount.text')} />
      <TransferSteps current={1} />
      {snapshot.hasTag('error') && problem !== null && (
        <AmountProblemAlert problem={saidOf(problem, ranOut)} actions={wayOnFrom(problem)} />
      )}
      <ReviewList>
        <ReviewRow term={t('to')}>
          <MemberName name={recipient.name} username={recipient.username} />
        </ReviewRow>
        <ReviewRow term={t('before.label')}>
          <SentBefore recipient={recipient} />
        </ReviewRow>
      </ReviewList>
      <Alike recipient={recipient} />
      {first === null ? (
        <>
          <Notice kind="warning" title={t('nothing.title')}>
            {t('nothing.text')}
          </Notice>
          <div>{back}</div>
        </>
      ) : (
        <Formik<TypedTransfer>
          initialValues={initial}
          validationSchema={schema}
          validateOnBlur={false}
          validateOnChange={false}
          onSubmit={({ asset, amount, note }) =>
            send({ type: 'SUBMIT_FORM', typed: { asset, amount: amountOf(amount, asset), note: note.trim() } })
          }
        >
          <Form aria-label={t('amount.title')}>
            <KeepEntries form={ENTRIES} about={recipient.username} names={Object.keys(initial)} />
            <SelectField
              name="asset"
              label={t('asset')}
              choices={options.assets.map(({ asset }) => ({ value: asset, label: words.asset(asset) }))}
              disabled={busy}
            />
            <AssetAmount options={options} busy={busy} />
            <TextField
              name="note"
              label={t('note')}
              hint={t('noteHint')}
              maxLength={NOTE_LENGTH}
              autoComplete="off"
              readOnly={busy}
            />
            <Submit>
              <Button type="submit" busy={busy} data-event="SUBMIT_FORM">
                {busy ? t('working') : t('submit')}
              </Button>
              {!busy && back}
            </Submit>
          </Form>
        </Formik>
      )}
    </>
  );
}

/** The amount of the asset that is chosen, with what is available of it. */
function AssetAmount({ options, busy }: { readonly options: TransferOptions; readonly busy: boolean }) {
  const { t } = useTranslation('transfer');
  const { values } = useFormikContext<TypedTransfer>();
  const option = options.assets.find(({ asset }) => asset === values.asset);
  return option === undefined ? null : (
    <>
      <AmountField
        name="amount"
        label={t('amountField')}
        hint={t('free')}
        unit={option.asset}
        available={option.available}
        readOnly={busy}
      />
      <EntryWorth name="amount" unit={option.asset} />
    </>
  );
}
