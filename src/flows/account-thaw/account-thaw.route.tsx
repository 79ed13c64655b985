import { useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { accountThawMachine } from '#machines/account-thaw/account-thaw.machine.ts';
import { resumable } from '#machines/account-thaw/account-thaw.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, routeAt, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useMailedRun, useSpentMailToken, type MailedRun } from '#src/session/mail-token.tsx';
import { useServices, type Services } from '#src/services/services.ts';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { accountThawPorts } from './account-thaw.ports.ts';
import { AccountScreen } from './screens/account.tsx';
import { CodeScreen } from './screens/code.tsx';
import { ConfirmScreen } from './screens/confirm.tsx';
import { DoneScreen } from './screens/done.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';
import { LinkSentScreen } from './screens/link-sent.tsx';

/** /Frozen and /Thaw (D-32): having the link mailed, and thawing by it. */
export function AccountThawRoute() {
  const { token, run, restart } = useMailedRun();
  return <AccountThawFlow key={run} token={token} restart={restart} />;
}

/** Where the flow begins: at the step that a reload interrupted, with the mailed link, or at the first one. */
function beginning({ checkpoints, newId }: Services, token: string | null, at: string) {
  const stored = checkpoints.load('account-thaw', token);
  const link = token !== null;
  return { key: newId(), link, resume: stored === null ? null : resumable(stored.checkpoint, stored.age, at, link) };
}

function AccountThawFlow({ token, restart }: Omit<MailedRun, 'run'>) {
  const { t } = useTranslation('account-thaw');
  const services = useServices();
  const navigate = useNavigate();
  const location = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => beginning(services, token, routeAt(location)));
  const machine = useMemo(
    () =>
      accountThawMachine.provide({
        actors: accountThawPorts(services, token ?? ''),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('account-thaw', checkpoint, token),
          forgetCheckpoint: () => services.checkpoints.forget('account-thaw'),
        },
      }),
    [services, token],
  );
  const { actor, snapshot } = useFlowActor(machine, input);

  useSpentMailToken(snapshot.matches('showingDone') || snapshot.matches('linkInvalid'));
  useFlowUrl({ snapshot, back: () => machineBack(accountThawMachine, actor), restart });

  const outcome = snapshot.output?.kind;
  useLayoutEffect(() => {
    if (outcome !== undefined) void navigate(paths.signIn, { replace: true });
  }, [outcome, navigate]);

  const screen = { snapshot, send: actor.send };
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['account-thaw']}>
      {(snapshot.matches({ askingForLink: 'enteringAccount' }) || snapshot.matches({ askingForLink: 'sendingLink' })) && <AccountScreen {...screen} />}
      {snapshot.matches({ askingForLink: 'linkSent' }) && <LinkSentScreen send={actor.send} />}
      {(snapshot.matches('confirming') || snapshot.matches('openingLink')) && <ConfirmScreen {...screen} />}
      {(snapshot.matches('enteringCode') || snapshot.matches('thawing')) && <CodeScreen {...screen} />}
      {snapshot.matches('linkInvalid') && <LinkInvalidScreen {...screen} />}
      {(snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) && (
        <OutcomeUnknown tab={t('tab')} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
      {(snapshot.matches('showingDone') || outcome !== undefined) && <DoneScreen onSignIn={() => actor.send({ type: 'SIGN_IN' })} />}
    </FlowScreen>
  );
}
