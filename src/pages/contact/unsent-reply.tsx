import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DRAFT, replyDraft } from '#src/flows/contact/drafts.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';

/** What is kept of the form for a reply (KeepEntries), as far as it is readable. */
interface Kept {
  readonly entries?: { readonly text?: unknown };
}

/** What a member was writing when support closed the inquiry: it can go into a new one. */
export function UnsentReply({ ticket }: { readonly ticket: string }) {
  const { t } = useTranslation('contact');
  const { checkpoints } = useServices();
  const navigate = useNavigate();
  const [text] = useState(() => (checkpoints.load(replyDraft(ticket))?.checkpoint as Kept | undefined)?.entries?.text);
  if (typeof text !== 'string' || text.trim() === '') return null;
  const move = () => {
    checkpoints.save(DRAFT, { about: '', entries: { category: '', text, receipt: '' } });
    checkpoints.forget(replyDraft(ticket));
    void navigate(paths.contact);
  };
  return (
    <Panel title={t('unsent.title')}>
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      <div>
        <Button kind="secondary" onClick={move}>
          {t('unsent.move')}
        </Button>
      </div>
    </Panel>
  );
}
