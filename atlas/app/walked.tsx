import type { AtlasIndex } from '#atlas/model/model.ts';
import { isOther, lackOf, walkedSentence, type WalkedAt, type WalkedWhat } from '#atlas/model/walked.ts';
import { Command } from './command.tsx';
import type { WordKey } from '#atlas/words/words.ts';
import { useLanguage } from './language.ts';
import { Said } from './said.tsx';

/** Says which revision the screens and the coverage belong to, if it is not the one shown. */
export function Walked({ index: { walked, changes } }: { readonly index: Pick<AtlasIndex, 'walked' | 'changes'> }) {
  const culture = useLanguage();
  const { screens, coverage, refused } = walked;
  const isSame = coverage !== null && screens.length === 1 && screens[0]?.rev === coverage.rev;
  const told: readonly (readonly [WalkedWhat, WalkedAt, ...('screens' | 'coverage')[]])[] = isSame
    ? [['screensAndCoverage', coverage, 'screens', 'coverage']]
    : [
        ...screens.map((walk) => [screens.length > 1 ? 'someScreens' : 'screens', walk, 'screens'] as const),
        ...(coverage === null ? [] : [['coverage', coverage, 'coverage'] as const]),
      ];
  const missing = missingOf(screens.length === 0, coverage === null);
  return (
    <>
      {told.map(([what, walk, ...parts]) => {
        const lacks = parts.flatMap((part) => lackOf(walk, part, culture) ?? []);
        return (
          <p
            key={`${what} ${walk.rev}`}
            className={isOther(walk, changes) || lacks.length > 0 ? 'walked other' : 'walked'}
          >
            {[walkedSentence(what, walk, changes, culture), ...lacks].join(' ')}
          </p>
        );
      })}
      {refused.map((text) => (
        <p key={text} role="alert" className="walked broken" lang="en">
          {text}
        </p>
      ))}
      {missing !== null && (
        <p className="walked other">
          <Said what={missing} values={{ command: <Command>npm test -- --all</Command> }} />
        </p>
      )}
    </>
  );
}

function missingOf(noScreens: boolean, noCoverage: boolean): WordKey | null {
  if (noScreens && noCoverage) return 'walked.nothing';
  return noScreens ? 'walked.noScreens' : noCoverage ? 'walked.noCoverage' : null;
}
