import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortAddress } from '#money/short-address.ts';
import { CopyButton } from './copy-button.tsx';

const GROUP = 4;

/** The characters of an address in groups that can be compared one by one. */
export function groupsOf(address: string): readonly string[] {
  return address.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
}

/**
 * A text that is copied as a whole or not at all: a double click or one press selects all of it, including the groups
 * that it may be drawn in. The gaps are drawn and not written, and groups are not lines, so that exactly the text is
 * copied.
 */
export function WholeText({
  text,
  grouped = false,
  className = '',
}: {
  readonly text: string;
  readonly grouped?: boolean;
  readonly className?: string;
}) {
  return (
    <span translate="no" dir="ltr" className={`break-all select-all ${className}`}>
      {grouped ? <Groups text={text} /> : text}
    </span>
  );
}

/** Each group stays on one line, and its margin is the gap. */
function Groups({ text, differsAt }: { readonly text: string; readonly differsAt?: ReadonlySet<number> }) {
  return groupsOf(text).map((group, index) => (
    <span key={index} className="mr-2 inline-block last:mr-0">
      {differsAt === undefined
        ? group
        : [...group].map((character, at) => (
            <Character key={`${at}${character}`} character={character} differs={differsAt.has(index * GROUP + at)} />
          ))}
    </span>
  ));
}

/** An address in full, in groups. */
export function FullAddress({
  address,
  differsAt = undefined,
  size = 'text-sm',
}: {
  readonly address: string;
  readonly differsAt?: ReadonlySet<number> | undefined;
  readonly size?: 'text-sm' | 'text-xl';
}) {
  return (
    <span translate="no" dir="ltr" className={`inline-block text-left font-mono select-all ${size}`}>
      <Groups text={address} {...(differsAt === undefined ? {} : { differsAt })} />
    </span>
  );
}

/** Both ends of an address, for recognition. It can't be selected, so that nobody pays to a shortened address. */
export function ShortAddress({ address }: { readonly address: string }) {
  return (
    <span translate="no" dir="ltr" className="font-mono text-sm select-none">
      {shortAddress(address)}
    </span>
  );
}

function Character({ character, differs }: { readonly character: string; readonly differs: boolean }) {
  return differs ? <mark className="other-part">{character}</mark> : <>{character}</>;
}

/** An address that expands from its ends to its full length, and can be copied. `item` names it for screen readers. */
export function Address({
  address,
  item,
  opened = false,
}: {
  readonly address: string;
  readonly item: string;
  readonly opened?: boolean;
}) {
  const { t } = useTranslation('money');
  const [isOpen, setOpen] = useState(opened);
  const canOpen = shortAddress(address) !== address;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3">
      {isOpen || !canOpen ? <FullAddress address={address} /> : <ShortAddress address={address} />}
      <span className="flex flex-wrap items-center">
        {canOpen && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="btn btn-ghost btn-sm min-h-11 text-primary"
          >
            {isOpen ? t('address.shorten') : t('address.open')}
            <span className="sr-only"> {item}</span>
          </button>
        )}
        <CopyButton text={address} item={item} />
      </span>
    </span>
  );
}
