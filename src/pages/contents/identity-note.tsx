import { useId } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { RichText } from '#src/ui/rich-text.tsx';
import { useContent } from '#src/reads/use-content.ts';

/**
 * The announcement on verifying identity (SRC §8), collapsed below the content of the page. The page is complete
 * without it, so nothing is shown if it can't be loaded.
 */
export function IdentityNote() {
  const { result } = useContent('identity');
  const id = useId();
  if (result.state !== 'ready') return null;
  const { title, body } = result.value;
  return (
    <section aria-labelledby={id}>
      <details className="panel group">
        <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-3 rounded-box px-4 py-3">
          <span className="flex items-center gap-3">
            <Icon name="info" className="size-5 text-info" />
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
          </span>
          <MemberIcon name="next" className="size-4 rotate-90 text-muted group-open:-rotate-90" />
        </summary>
        <div className="max-w-2xl px-4 pb-5">
          <RichText body={body} />
        </div>
      </details>
    </section>
  );
}
