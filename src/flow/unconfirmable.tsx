import type { ReactNode } from 'react';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

interface UnconfirmableProps {
  readonly title: string;
  /** The flow, for the browser's tab. */
  readonly tab: string;
  /** Why a way to confirm is needed, as sentences. */
  readonly text: string;
  /** What leads to verifying the e-mail address. */
  readonly verify: string;
  /** What leads to binding an authenticator app. */
  readonly bind: string;
  /** The control that leaves the flow. */
  readonly leave: ReactNode;
}

/** There is nothing to confirm with: the two ways to get it. */
export function Unconfirmable({ title, tab, text, verify, bind, leave }: UnconfirmableProps) {
  return (
    <>
      <PageHeading title={title} tab={tab} note={text} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${paths.account}?step=verify`}>{verify}</ButtonLink>
        <ButtonLink kind="secondary" to={paths.authentication}>
          {bind}
        </ButtonLink>
        {leave}
      </div>
    </>
  );
}
