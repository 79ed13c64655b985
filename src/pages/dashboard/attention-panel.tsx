import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { exactOf } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { addressOf, paths, supportAbout } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { HIDDEN_AMOUNT } from '#src/ui/hidden-amount.ts';
import { HiddenContext } from '#src/ui/member-hidden.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { isLate } from '#src/ui/late-stake.ts';
import { useHold } from '#src/reads/use-member.ts';
import type { Read } from '#src/reads/use-read.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { choiceAddress } from '../staking/choice-address.ts';

export interface AttentionPanelProps {
  readonly emailVerified: boolean;
  readonly twoFactorEnabled: boolean;
  /** Until when money that reaches others is held (RFC 3339); null if it isn't. */
  readonly heldUntil: string | null;
  readonly wallet: Read<components['schemas']['Wallet']>;
  readonly stakes: Read<components['schemas']['StakeList']>;
}

/** What needs the member, and where something is done about it. */
interface Need {
  readonly text: string;
  readonly note: string | null;
  readonly to: string;
  readonly action: string;
}

/** Everything that needs the member, each with a link to it; renders nothing if there is nothing. */
export function AttentionPanel({ emailVerified, twoFactorEnabled, heldUntil, wallet, stakes }: AttentionPanelProps) {
  const { t } = useTranslation(['dashboard', 'money', 'common']);
  const { serverNow } = useServices();
  const hold = useHold(heldUntil);
  const isHidden = useContext(HiddenContext);
  const matured = stakes.state === 'ready' ? stakes.value.items.filter(({ state }) => state === 'matured') : [];
  const late = stakes.state === 'ready' ? stakes.value.items.filter(isLate) : [];
  const [lateFirst] = late;
  const due = (wallet.state === 'ready' ? wallet.value.pending : []).flatMap(({ dueAt, receiptId }) =>
    dueAt === null ? [] : [{ at: Date.parse(dueAt), receiptId }],
  );
  // As in the panel of pending money, a due item becomes overdue while the member watches.
  const present = useNow(serverNow, Math.max(0, ...due.map(({ at }) => at)));
  const overdue = due.filter(({ at }) => at <= present);
  const [first] = overdue;
  const atClub = wallet.state === 'ready' ? wallet.value.held : [];
  const [onlyOne] = atClub;
  const oneAtClub = ({ amount, asset, reference }: (typeof atClub)[number]) => ({
    text: t('attention.atClub', { amount: isHidden ? HIDDEN_AMOUNT : `${exactOf(amount, asset)} ${asset}` }),
    note: t('attention.atClubText'),
    to: supportAbout(reference),
    action: t('attention.ask'),
  });
  const [waiting] = matured;
  const checking = { text: t('money:hold.title'), note: t('money:hold.checking') };
  const held =
    hold === 'checking' || heldUntil === null
      ? checking
      : { text: t('attention.held', { moment: formatDateTime(heldUntil) }), note: t('attention.heldText') };
  const needs: readonly Need[] = [
    ...(hold === null ? [] : [{ ...held, to: paths.account, action: t('attention.heldLook') }]),
    // A single stake opens directly; of several the member chooses one.
    ...(waiting === undefined
      ? []
      : [
          {
            text: t('attention.matured', { count: matured.length }),
            note: null,
            to: matured.length === 1 ? choiceAddress(waiting.id) : paths.staking,
            action: t('attention.choose'),
          },
        ]),
    ...(first === undefined
      ? []
      : [
          {
            text: t('attention.overdue', { count: overdue.length }),
            note: null,
            to: addressOf(paths.receipt, { id: first.receiptId }),
            action: t('attention.look'),
          },
        ]),
    ...(lateFirst === undefined
      ? []
      : [
          {
            text: t('attention.late', { count: late.length }),
            note: null,
            to: late.length === 1 ? addressOf(paths.receipt, { id: lateFirst.receiptId }) : paths.staking,
            action: t('attention.look'),
          },
        ]),
    ...(onlyOne === undefined
      ? []
      : [
          atClub.length === 1
            ? oneAtClub(onlyOne)
            : {
                text: t('attention.atClubMany', { count: atClub.length }),
                note: t('attention.atClubText'),
                to: paths.wallet,
                action: t('attention.look'),
              },
        ]),
    ...(emailVerified
      ? []
      : [
          {
            text: t('attention.unverified'),
            note: t('attention.unverifiedText'),
            to: `${paths.account}?step=verify`,
            action: t('attention.verify'),
          },
        ]),
    ...(twoFactorEnabled
      ? []
      : [
          {
            text: t('security.off'),
            note: t('security.offText'),
            to: paths.authentication,
            action: t('security.turnOn'),
          },
        ]),
  ];
  const isUnread = stakes.state === 'failed' || wallet.state === 'failed';
  if (needs.length === 0 && !isUnread) return null;
  return (
    <Panel title={t('attention.title')}>
      <ul className="@container flex flex-col divide-y divide-base-300">
        {needs.map((need) => (
          <NeedLine key={need.text} need={need} />
        ))}
      </ul>
      {isUnread && <p className="text-sm text-muted">{t('attention.unread')}</p>}
    </Panel>
  );
}

function NeedLine({ need: { text, note, to, action } }: { readonly need: Need }) {
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0 @xl:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon name="alert" className="mt-0.5 size-5 self-start text-warning @xl:self-center" />
      <div>
        <p className="font-semibold">
          <WholeWords text={text} />
        </p>
        {note !== null && (
          <p className="text-sm text-muted">
            <WholeWords text={note} />
          </p>
        )}
      </div>
      <ButtonLink to={to} kind="secondary" className="row-act">
        {action}
      </ButtonLink>
    </li>
  );
}
