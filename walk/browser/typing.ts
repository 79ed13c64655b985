// What a person types at a step, chosen so that the server's real answer is the path's.
import type { AnyCases, Edge } from '#machines/graph/explore.ts';
import { accountTypists } from './accounts.ts';
import { contactTypists } from './contact.ts';
import { moneyTypists } from './money.ts';
import type { Fields, Typing } from './answering.ts';

const wrongPassword = 'not the password';
const wrongCode = '000000';
const wrongRecoveryCode = 'AAAA-AAAA-AAAA-AAAA';

/** The second factor, by the method that the screen requires. */
function codeFor({ stage, node, outcome }: Typing): string {
  const { method } = node.snapshot.context as { readonly method?: string };
  if (method === 'recoveryCode') return outcome === 'wrongCode' ? wrongRecoveryCode : (stage.recoveryCodes.pop() ?? '');
  return outcome === 'wrongCode' ? wrongCode : stage.freshCode();
}

/** By flow and event; a form that is not listed is filled with the sample of its case table. */
const typists: Readonly<Record<string, (typing: Typing) => Promise<Fields>>> = {
  ...accountTypists,
  ...moneyTypists,
  ...contactTypists,
  'sign-in SUBMIT_FORM': async ({ stage, outcome }) => {
    const { username, password } = await stage.member(outcome === 'secondFactor');
    return { username, password: outcome === 'invalidLogin' ? wrongPassword : password };
  },
  'account-thaw SUBMIT_CODE': (typing) => Promise.resolve({ code: codeFor(typing) }),
  'challenge SUBMIT_CODE': (typing) => Promise.resolve({ code: codeFor(typing) }),
  'two-factor SUBMIT_FORM': async (typing) => {
    const { password } = await typing.stage.member(false);
    return { password: typing.outcome === 'wrongPassword' ? wrongPassword : password, code: codeFor(typing) };
  },
};

/** What to type for an event, by field name; empty if the event is a press. */
export async function typed(cases: AnyCases, { from: _, step }: Edge, typing: Typing): Promise<Fields> {
  if (step.kind !== 'event') return {};
  const typist = typists[`${cases.machine.id} ${step.event}`];
  return typist === undefined ? leaves(cases.events[step.event]?.[step.sample] ?? {}) : typist(typing);
}

/** The leaf values of a payload by their names, which are the names of the form's fields. */
function leaves(payload: object): Fields {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(leaves(value as object))
        : [[name, value as string | boolean]],
    ),
  );
}
