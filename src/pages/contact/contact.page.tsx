import { useTranslation } from 'react-i18next';
import { ContactRoute } from '#src/flows/contact/contact.route.tsx';
import { LatePart } from '#src/frames/late-part.tsx';
import { lazyPage } from '#src/ui/lazy-page.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { useToldNotice } from '../use-flow-notice.ts';
import { InquiriesPanel } from './inquiries-panel.tsx';

/** It comes after its text, so its code may come late as well; the page is complete without either. */
const identityNote = lazyPage(() =>
  import('../contents/identity-note.tsx').then(
    (module) => module.IdentityNote,
    () => () => null,
  ),
);

const notices = ['inquirySent'] as const;

/** /Contact (F-15, D-30): the form, the member's inquiries, and how identity is verified. */
export function ContactPage() {
  const { t } = useTranslation('contact');
  const { told, key } = useToldNotice(notices);
  return (
    <>
      {told !== null && <Notice kind="success">{t('inquiry.sentUnnumbered')}</Notice>}
      {/* Once an inquiry has arrived, the form begins again, and the list has it. */}
      <div key={told && key} className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ContactRoute />
        <div className="flex flex-col gap-5">
          <InquiriesPanel />
          <LatePart waiting={null}>
            <identityNote.Page />
          </LatePart>
        </div>
      </div>
    </>
  );
}
