import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { DRAFT, replyDraft, useWriter } from '#src/flows/contact/drafts.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { LONGEST } from './reply-form.tsx';

type Inquiry = components['schemas']['Inquiry'];

/** What is kept of a form for a message (KeepEntries), as far as it is readable. */
interface Kept {
  readonly about?: unknown;
  readonly entries?: { readonly text?: unknown };
}

/**
 * What a member was writing when support closed the inquiry: it can go into a new one, below what is written there. A
 * message that arrived after all, although its answer was lost, is none. Too much for one message can only be copied.
 */
export function UnsentReply({ inquiry: { ticket, messages } }: { readonly inquiry: Inquiry }) {
  const { t } = useTranslation('contact');
  const { checkpoints } = useServices();
  const navigate = useNavigate();
  const writer = useWriter();
  const keptOf = (form: string) => (checkpoints.load(form, writer)?.checkpoint ?? {}) as Kept;
  const [text] = useState(() => keptOf(replyDraft(ticket)).entries?.text);
  if (typeof text !== 'string' || text.trim() === '') return null;
  if (messages.some((message) => message.from === 'member' && lettersOf(message.text) === lettersOf(text))) return null;
  const { about = '', entries } = keptOf(DRAFT);
  const begun = typeof entries?.text === 'string' ? entries.text.trimEnd() : '';
  const whole = begun === '' ? text : `${begun}\n\n${text}`;
  const move = () => {
    checkpoints.save(DRAFT, { about, entries: { category: '', receipt: '', ...entries, text: whole } }, writer);
    checkpoints.forget(replyDraft(ticket));
    void navigate(paths.contact);
  };
  return (
    <Panel title={t('unsent.title')}>
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      {whole.length <= LONGEST && (
        <div>
          <Button kind="secondary" onClick={move}>
            {t('unsent.move')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** What can be seen of a text: the server keeps neither invisible characters nor every space. */
function lettersOf(text: string): string {
  return text.replace(/[\p{Cf}\s]+/gu, '');
}
