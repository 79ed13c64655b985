// Makes docs/security/acts.md from the table of acts.
import type { DraftKind } from '#server/domain/drafts/executor.ts';
import { REACHES_OTHERS } from '#server/domain/drafts/reach.ts';
import type { OperatorAct } from '#server/entry/operator/acts.ts';
import { ACTS, type CredentialAct, type HarmlessAct, type MoneyAct, type Proof } from './acts.ts';

const WORDS: Record<Proof, string> = {
  session: 'a session',
  password: 'the password',
  appCode: 'a code of the app or a recovery code',
  mailedCode: 'a code mailed to the verified address',
  firstCode: 'a first code of the app that is bound',
  passkeyChallenge: 'what `beginPasskey` gave to this session, signed by the device',
  mailedLink: 'the link of a mail',
  newAddressCode: 'a code mailed to the new address',
  resetGrant: 'the grant of a recovery code that was mailed',
  draftProof: 'a code for this draft, or what a passkey has signed for it',
};

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
const listed = (proofs: readonly Proof[] | null): string =>
  proofs === null ? 'not possible' : proofs.map((proof) => WORDS[proof]).join(', ');
const mails = (kinds: readonly string[]): string =>
  kinds.length === 0 ? 'nobody' : kinds.map((kind) => `\`${kind}\``).join(', ');

const kinds = (held: readonly DraftKind[]): string => (held.length === 0 ? 'no' : held.join(', '));

const hours = (holds: boolean): string => (holds ? '24 h' : 'no');
const holdsOf = ({ holds, withApp }: CredentialAct): string =>
  `${hours(holds)}${withApp === undefined ? '' : `; with an app bound: ${hours(withApp.holds)}`}`;
const tellsOf = ({ tells, withApp }: CredentialAct): string =>
  `${mails(tells)}${withApp === undefined ? '' : `; with an app bound: ${mails(withApp.tells)}`}`;

type Line = CredentialAct | MoneyAct | HarmlessAct;

function operatorTable(commands: readonly (readonly [string, OperatorAct | 'neither'])[]): string[] {
  const rows = commands.flatMap(([name, act]) =>
    act === 'neither'
      ? []
      : [
          `| \`${name}\` | ${act.asks} | ${act.holds} | ${mails(act.tells)} | ${act.lists.length === 0 ? 'nothing' : mails(act.lists)} | ${act.why} |`,
        ],
  );
  const others = commands.flatMap(([name, act]) => (act === 'neither' ? [`\`${name}\``] : []));
  return [
    'Operators sit at the machine and give their names, which are recorded with each of these. A new command without a line fails a test. The answer of an act that tells the member says so. Under *mails* and *under the bell* is all that an act can bring: `moneyHeld` only if money is held, and `allowListKept` and `newAddressesWait` only to members whose withdrawals are limited to saved addresses.',
    ['| command | asks for | holds money | mails | under the bell | why |', '|---|---|---|---|---|---|', ...rows].join(
      '\n',
    ),
    `These change neither an account nor a balance: ${others.join(', ')}.`,
  ];
}

/** The page as Markdown. @param commands the table of the operator's commands */
export function actsPage(commands: Readonly<Record<string, OperatorAct | 'neither'>>): string {
  const lines = Object.entries(ACTS) as [string, Line][];
  const credentials = lines.flatMap(([id, act]) =>
    act.kind === 'credential'
      ? [
          `| \`${id}\` | ${listed(act.asks)} | ${listed(act.asksWithApp)} | ${holdsOf(act)} | ${yesOrNo(act.forgetsBrowsers)} | ${yesOrNo(act.endsOpenActs)} | ${tellsOf(act)} |`,
        ]
      : [],
  );
  const money = lines.flatMap(([id, act]) =>
    act.kind === 'money'
      ? [`| \`${id}\` | ${listed(act.asks)} | ${kinds(act.held)} | ${mails(act.tells)} | ${act.why} |`]
      : [],
  );
  const others = lines.flatMap(([id, act]) => (act.kind === 'harmless' ? [`| \`${id}\` | ${act.why} |`] : []));
  return `${[
    '# Acts',
    '<!-- Made of server/entry/acts/acts.ts by tests/api/acts/acts.test.ts: `npx vitest run --project api tests/api/acts/acts.test.ts -u` writes it. -->',
    'Every operation that may change something has a line here: what it asks for, what it holds, whom it tells. A new operation without a line does not compile.',
    '## What protects an account',
    [
      '| act | asks for | with an app bound | holds money | browsers become unknown | ends what was begun | mails |',
      '|---|---|---|---|---|---|---|',
      ...credentials,
    ].join('\n'),
    'What was begun and ends: sign-ins that wait for a code, recoveries and their grants, a change of address, an app that is being bound, links to thaw, and turning off the limit to saved addresses, which then stays on. The day in which a saved address is new begins again; no time passes for it while the account is frozen.',
    'An app that is bound while money is held, by an act that the mailbox alone was enough for, is **provisional** until that hold is over. Signing in asks for its code, and so does every act of a session. But a password reset removes it, a link to thaw asks for no code of it, and its use doesn’t stop its removal by support: whoever took over a mailbox must not turn a day’s wait into the account. A hold that begins meanwhile prolongs it, and while the account is frozen no time passes for it.',
    'Mails of a change carry a link that freezes the account at one press, without signing in. It is good once, for seven days.',
    '## Money',
    ['| act | asks for | refused while money is held | mails | why |', '|---|---|---|---|---|', ...money].join('\n'),
    [
      '| kind | held | because | only to saved addresses, if the member wants it so | because |',
      '|---|---|---|---|---|',
      ...Object.entries(REACHES_OTHERS).map(
        ([kind, { held, why, limited, whyLimited }]) =>
          `| ${kind} | ${yesOrNo(held)} | ${why} | ${yesOrNo(limited)} | ${whyLimited} |`,
      ),
    ].join('\n'),
    '## What operators do',
    ...operatorTable(Object.entries(commands)),
    '## Everything else',
    ['| act | why it asks for no more |', '|---|---|', ...others].join('\n'),
  ].join('\n\n')}\n`;
}
