import { contactMachine } from '#machines/contact/contact.machine.ts';
import { resumable } from '#machines/contact/contact.rules.ts';
import type texts from '#locales/en-US/contact.json';
import { flowRoute } from '#src/flow/flow-route.tsx';
import { paths } from '#src/paths.ts';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { contactEntries, contactPorts } from './contact.ports.ts';
import { DRAFT } from './drafts.ts';
import { WritingScreen } from './screens/writing.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    contact: typeof texts;
  }
}

/** /Contact (F-15): an inquiry to support. */
export const ContactRoute = flowRoute({
  machine: contactMachine,
  title: 'contact:title',
  entries: contactEntries,
  ports: contactPorts,
  actions: ({ checkpoints }) => ({ forgetDraft: () => checkpoints.forget(DRAFT) }),
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  screens: {
    'contact-form': WritingScreen,
    'contact-unknown': OutcomeUnknown,
  },
  // Once it has arrived, the member sees its page.
  end: ({ ticket }, { goTo }) =>
    goTo(ticket === null ? paths.contact : `${paths.contact}?ticket=${ticket}`, { notice: 'inquirySent' }),
});
