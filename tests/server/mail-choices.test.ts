// Which mails members may do without: no kind is left out, and none by which a thief would be noticed.
import { describe, expect, it } from 'vitest';
import texts from '#locales/en-US/mail.json' with { type: 'json' };
import { ACTS, type CredentialAct, type HarmlessAct, type MoneyAct } from '#server/entry/acts/acts.ts';
import { SENT_WHEN, type SentWhen } from '#server/platform/mail/choices.ts';
import { ALARM_KINDS, MAIL_CHOICES, type MailKind } from '#server/platform/mail/kinds.ts';

type Table = Readonly<Record<string, SentWhen>>;

/** The kinds that have a text, which is every kind that can be written. */
const KINDS = Object.entries(texts).flatMap(([kind, text]) =>
  typeof text === 'object' && 'subject' in text ? [kind] : [],
);

const TOLD: readonly string[] = (Object.values(ACTS) as readonly (CredentialAct | MoneyAct | HarmlessAct)[]).flatMap(
  (act) => (act.kind === 'harmless' ? [] : [...act.tells, ...('withApp' in act ? (act.withApp?.tells ?? []) : [])]),
);
/** What an act tells somebody else than who did it. */
const TELLS_OTHERS = ['transferReceived'];

/** Mails that must reach the member whatever they chose: what was asked for, alarms, and what their own acts tell. */
const MUST_REACH: ReadonlySet<string> = new Set<string>([
  ...KINDS.filter((kind) => /(?:Code|Link)$/.test(kind)),
  ...ALARM_KINDS,
  ...TOLD.filter((kind) => !TELLS_OTHERS.includes(kind)),
]);

/** What a table says wrongly. */
function wrongIn(table: Table, kinds: readonly string[] = KINDS): string[] {
  return [
    ...kinds.filter((kind) => !(kind in table)).map((kind) => `${kind}: nothing says when it is sent`),
    ...Object.keys(table)
      .filter((kind) => !kinds.includes(kind))
      .map((kind) => `${kind}: there is no such mail`),
    ...Object.entries(table)
      .filter(([kind, when]) => 'choice' in when && MUST_REACH.has(kind))
      .map(([kind]) => `${kind}: nobody may do without it`),
    ...MAIL_CHOICES.filter(
      (choice) => !Object.values(table).some((when) => 'choice' in when && when.choice === choice),
    ).map((choice) => `${choice}: a choice of nothing`),
  ];
}

describe('every kind of mail', () => {
  it('is sent always, for a reason, or as the member chose', () => {
    expect(wrongIn(SENT_WHEN)).toEqual([]);
  });

  it('that is new must say which', () => {
    expect(wrongIn(SENT_WHEN, [...KINDS, 'somethingNew'])).toEqual(['somethingNew: nothing says when it is sent']);
  });

  it.each(['withdrawalCode', 'passwordChanged', 'thawLink', 'withdrawalAccepted', 'planBought'] satisfies MailKind[])(
    'like %s can be no choice',
    (kind) => {
      const planted: Table = { ...SENT_WHEN, [kind]: { choice: 'referralBonus' } };
      expect(wrongIn(planted)).toEqual([`${kind}: nobody may do without it`]);
    },
  );

  it('and every choice is about one', () => {
    const { transferReceived: _, ...planted } = SENT_WHEN;
    expect(wrongIn({ ...planted, transferReceived: { always: 'protection' } })).toEqual([
      'transferReceived: a choice of nothing',
    ]);
  });
});
