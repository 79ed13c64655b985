import { LatePart } from '#src/frames/late-part.tsx';
import { lazyPage } from '#src/ui/lazy-page.tsx';
import { Spinner } from '#src/ui/waiting.tsx';
import type { StepUpFormProps } from './step-up-form.tsx';

const dialog = lazyPage<StepUpFormProps>(() => import('./step-up-form.tsx').then((module) => module.StepUpForm));

/** Loads the dialog ahead of a press. */
export const fetchStepUp = (): void => void dialog.preload();

/** Asks for another proof of identity before an act. Its code is not part of the page, which begins without it. */
export function StepUpDialog(props: StepUpFormProps) {
  return (
    // The page darkens at the press, as behind the dialog; the pressed button keeps the focus for it.
    <LatePart
      waiting={
        <span aria-hidden="true" className="fixed inset-0 z-50 grid place-items-center bg-black/50">
          <Spinner className="loading-lg" />
        </span>
      }
    >
      <dialog.Page {...props} />
    </LatePart>
  );
}
