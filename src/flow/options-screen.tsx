import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Problem } from '#machines/chart/problem.ts';
import { useText, type TextKey } from '#src/i18n/text-key.ts';
import { isPath, type AppPath } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import type { Screen } from './screen-props.ts';

interface OptionsScreenProps {
  readonly title: string;
  readonly snapshot: {
    readonly hasTag: (tag: 'waiting' | 'error') => boolean;
    readonly context: {
      readonly problem: Problem | null;
      /** Where an interrupted flow goes on. */
      readonly resume?: { readonly step?: string } | null;
    };
  };
  readonly send: (event: { readonly type: 'RETRY' }) => void;
}

/**
 * The first step of a flow that begins by loading its options: they are loading, or could not be loaded.
 * @param loading what is being asked, as a sentence
 * @param note the words below the title of the flow's first form: they are in the frame that is painted before any
 *   script. A flow that goes on elsewhere has none
 * @param beginning the step of a checkpoint that is that form; and the address of a later step, at which a flow may
 *   begin
 */
export function optionsScreen(
  loading: TextKey,
  note?: TextKey,
  { first = 'entering', later }: { readonly first?: string; readonly later?: AppPath } = {},
): Screen<OptionsScreenProps> {
  return function OptionsScreen({ title, snapshot, send }: OptionsScreenProps) {
    const { t } = useTranslation('common');
    const what = useText(loading);
    const words = useText(note ?? loading);
    const { problem, resume = null } = snapshot.context;
    const { pathname } = useLocation();
    const isFirst = (resume === null || resume.step === first) && !(later !== undefined && isPath(pathname, later));
    return (
      <>
        <PageHeading title={title} note={note !== undefined && isFirst && words} />
        {snapshot.hasTag('waiting') && <Waiting what={what} />}
        {snapshot.hasTag('error') && problem !== null && (
          <ProblemAlert
            problem={problem}
            actions={
              <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
                {t('action.retry')}
              </Button>
            }
          />
        )}
      </>
    );
  };
}

interface Offering<TOptions> {
  readonly snapshot: { readonly context: { readonly options: TOptions | null } };
}

/** A screen of what the first step has brought. */
export function withOptions<TProps extends { readonly options: unknown }>(
  Shown: Screen<TProps>,
): Screen<Omit<TProps, 'options'> & Offering<TProps['options']>> {
  return function WithOptions(props: Omit<TProps, 'options'> & Offering<TProps['options']>) {
    const { options } = props.snapshot.context;
    return options !== null && <Shown {...({ ...props, options } as unknown as TProps)} />;
  };
}
