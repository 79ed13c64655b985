import { useTranslation } from 'react-i18next';
import { contactMachine } from '#machines/contact/contact.machine.ts';
import { resumable } from '#machines/contact/contact.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { paths } from '#src/paths.ts';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { contactPorts } from './contact.ports.ts';
import { DRAFT, WritingScreen } from './screens/writing.tsx';

/** /Contact (F-15): an inquiry to the support. */
export const ContactRoute = flowRoute({
  machine: contactMachine,
  entries: refusedEntries.contact,
  ports: contactPorts,
  actions: ({ checkpoints }) => ({ forgetDraft: () => checkpoints.forget(DRAFT) }),
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  screens: {
    'contact-form': WritingScreen,
    'contact-unknown': Unknown,
  },
  // Once it has arrived, the member is on its page.
  end: ({ ticket }, { goTo }) =>
    goTo(ticket === null ? paths.contact : `${paths.contact}?ticket=${ticket}`, { notice: 'inquirySent' }),
});

function Unknown({ snapshot, send }: Flow<typeof contactMachine>) {
  const { t } = useTranslation('contact');
  return <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}
