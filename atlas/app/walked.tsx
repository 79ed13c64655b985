import type { AtlasIndex } from '#atlas/model/model.ts';
import { isOther, lackOf, walkedSentence, type WalkedAt } from '#atlas/model/walked.ts';
import { Command } from './command.tsx';

/** Says which revision the screens and the coverage belong to, if it is not the one shown. */
export function Walked({ index: { walked, changes } }: { readonly index: Pick<AtlasIndex, 'walked' | 'changes'> }) {
  const { screens, coverage, refused } = walked;
  const isSame = coverage !== null && screens.length === 1 && screens[0]?.rev === coverage.rev;
  const told: readonly (readonly [string, WalkedAt, ...('screens' | 'coverage')[]])[] = isSame
    ? [['Screens and coverage', coverage, 'screens', 'coverage']]
    : [
        ...screens.map((walk) => [screens.length > 1 ? 'Some screens' : 'Screens', walk, 'screens'] as const),
        ...(coverage === null ? [] : [['Coverage', coverage, 'coverage'] as const]),
      ];
  const missing = [...(screens.length === 0 ? ['screens'] : []), ...(coverage === null ? ['coverage'] : [])];
  return (
    <>
      {told.map(([what, walk, ...parts]) => {
        const lacks = parts.flatMap((part) => lackOf(walk, part) ?? []);
        return (
          <p
            key={`${what} ${walk.rev}`}
            className={isOther(walk, changes) || lacks.length > 0 ? 'walked other' : 'walked'}
          >
            {[walkedSentence(what, walk, changes), ...lacks].join(' ')}
          </p>
        );
      })}
      {refused.map((text) => (
        <p key={text} role="alert" className="walked broken">
          {text}
        </p>
      ))}
      {missing.length > 0 && (
        <p className="walked other">
          No {missing.join(' and no ')} yet: <Command>npm test -- --all</Command> leaves screens and coverage.
        </p>
      )}
    </>
  );
}
