import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { contactMachine } from '#machines/contact/contact.machine.ts';
import { resumable } from '#machines/contact/contact.rules.ts';
import type { ContactOutput } from '#machines/contact/contact.types.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { contactPorts } from './contact.ports.ts';
import { DRAFT, WritingScreen } from './screens/writing.tsx';

/** /Contact (F-15): an inquiry to the support. */
export function ContactRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <ContactFlow key={run} restart={restart} />;
}

function ContactFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('contact');
  const services = useServices();
  const [input] = useState(() => ({ key: services.newId(), resume: resumable(services.checkpoints.load('contact')?.checkpoint) }));
  const machine = useMemo(
    () =>
      contactMachine.provide({
        actors: contactPorts(services),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('contact', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('contact'),
          forgetDraft: () => services.checkpoints.forget(DRAFT),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => null, restart });
  useEnd(snapshot.output);

  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries.contact}>
      {(snapshot.matches('writing') || snapshot.matches('sending')) && <WritingScreen snapshot={snapshot} send={actor.send} />}
      {(snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) && (
        <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
    </FlowScreen>
  );
}

/** Once it has arrived, the member is on its page, which Back does not lead away from into a finished form. */
function useEnd(output: ContactOutput | undefined): void {
  const { send } = useSession();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (output === undefined) return;
    if (output.kind === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    else void navigate(output.ticket === null ? paths.contact : `${paths.contact}?ticket=${output.ticket}`, { replace: true, state: { notice: 'inquirySent' } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow ends
  }, [output]);
}
