import { Formik } from 'formik';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { actEntries } from '#src/flow/act-entries.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { Address } from '#src/ui/address.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { LONGEST_LABEL, useSaveAddress } from './use-save-address.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

type SavedAddress = components['schemas']['SavedAddress'];

export interface AddressLineProps {
  readonly saved: SavedAddress;
  readonly onChanged: () => void;
  readonly onRemove: () => void;
}

/** One address with its label, which can be changed in place. */
export function AddressLine({ saved, onChanged, onRemove }: AddressLineProps) {
  const { t } = useTranslation('addresses');
  const { serverNow } = useServices();
  const culture = useCulture();
  const [renaming, setRenaming] = useState(false);
  const { asset, address, label, lastUsedAt, newSince } = saved;
  return (
    <li className="flex flex-col gap-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{label}</span>
        <span className="text-sm text-muted" translate="no">
          {asset}
        </span>
        {newSince !== null && (
          <span className="badge border-warning bg-transparent text-warning">
            <WholeWords text={t('new', { relative: formatElapsed(newSince, serverNow(), culture) })} />
          </span>
        )}
      </p>
      <Address address={address} item={label} />
      <p className="text-sm text-muted">
        <WholeWords
          text={
            lastUsedAt === null
              ? t('unused')
              : t('lastUsed', {
                  moment: formatDateTime(lastUsedAt),
                  relative: formatElapsed(lastUsedAt, serverNow(), culture),
                })
          }
        />
      </p>
      {renaming ? (
        <RenameForm
          saved={saved}
          onClose={() => setRenaming(false)}
          onDone={() => {
            setRenaming(false);
            onChanged();
          }}
        />
      ) : (
        <div className="-ml-3 flex flex-wrap gap-2">
          <Button
            kind="quiet"
            onClick={() => setRenaming(true)}
            aria-label={t('renameOf', { label })}
            className="px-3 text-sm"
          >
            {t('rename')}
          </Button>
          <Button
            kind="quiet"
            onClick={onRemove}
            aria-label={t('removeOf', { label })}
            className="px-3 text-sm text-error"
          >
            {t('remove')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Saves the same address again under another label (`saveAddress`). */
function RenameForm({
  saved,
  onClose,
  onDone,
}: {
  readonly saved: SavedAddress;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation(['addresses', 'common']);
  const { busy, problem, run } = useSaveAddress(onDone);
  const { asset, network, address, label } = saved;
  const item = t('add.label');
  const isBusy = busy !== null;
  return (
    <Formik
      initialValues={{ label }}
      validationSchema={object({ label: string().trim().required(t('common:field.required', { item })) })}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={(entries) => run({ asset, network, address, label: entries.label.trim() })}
    >
      <Form aria-label={t('renameOf', { label })} className="flex flex-col gap-3">
        <Refusable problem={problem} entries={actEntries.saveAddress}>
          <TextField
            name="label"
            label={item}
            maxLength={LONGEST_LABEL}
            readOnly={isBusy}
            autoComplete="off"
            autoFocus
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isBusy}>
              {isBusy ? t('saving') : t('save')}
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
