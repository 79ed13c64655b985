import { useEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { accountThawMachine } from '#machines/account-thaw/account-thaw.machine.ts';
import { resumable, tokenIn } from '#machines/account-thaw/account-thaw.rules.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { useFlowActor } from '#src/flow/use-flow-actor.ts';
import { machineBack, routeAt, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices, type Services } from '#src/session/services.ts';
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
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <AccountThawFlow key={run} restart={restart} />;
}

/** Where the flow begins: at the step that a reload interrupted, with the mailed link, or at the first one. */
function beginning({ checkpoints, newId }: Services, token: string | null, at: string) {
  const stored = checkpoints.load('account-thaw');
  const link = token !== null;
  return { key: newId(), link, resume: stored === null ? null : resumable(stored.checkpoint, stored.age, at, link) };
}

function AccountThawFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('account-thaw');
  const services = useServices();
  const navigate = useNavigate();
  const location = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [token] = useState(() => tokenIn(location.search));
  const [input] = useState(() => beginning(services, token, routeAt(location)));
  const machine = useMemo(
    () =>
      accountThawMachine.provide({
        actors: accountThawPorts(services, token ?? ''),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('account-thaw', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('account-thaw'),
        },
      }),
    [services, token],
  );
  const { actor, snapshot } = useFlowActor(machine, input);

  // A token that has thawed, or opens nothing, leaves the address and the history: Back finds no used link.
  const linkIsDone = snapshot.matches('showingDone') || snapshot.matches('linkInvalid');
  useEffect(() => {
    if (linkIsDone && tokenIn(location.search) !== null) void navigate(paths.thaw, { replace: true, state: location.state as unknown });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the link has done its work; the address is that of this moment
  }, [linkIsDone]);
  useFlowUrl({ snapshot, back: () => machineBack(accountThawMachine, actor), restart });

  const outcome = snapshot.output?.kind;
  useEffect(() => {
    if (outcome !== undefined) void navigate(paths.signIn, { replace: true });
  }, [outcome, navigate]);

  const screen = { snapshot, send: actor.send };
  return (
    <FlowScreen snapshot={snapshot}>
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
