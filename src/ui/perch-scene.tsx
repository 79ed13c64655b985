import { Bird } from './logo.tsx';

export interface PerchSceneProps {
  /** Resting where nothing is yet, having arrived when something is done, or flown off where nothing can be found. */
  readonly mood?: 'resting' | 'arrived' | 'away';
}

/** The bird and its branch where there is little else to see: empty lists, ends of flows, the offline and 404 pages. */
export function PerchScene({ mood = 'resting' }: PerchSceneProps) {
  return (
    <div aria-hidden="true" className="scene">
      <svg viewBox="0 0 160 96" fill="none" strokeLinecap="round" className="scene-tree">
        <path d="M4 78c30-9 62-4 92-7 22-2 40-6 60-16M44 72c-4 6-7 10-13 14M112 68c5-9 10-14 18-17" strokeWidth="4" />
        <path
          d="M31 86c-8 3-15 1-18-4 7-5 14-4 18 4zM130 51c-1-8 3-14 9-16 4 7 1 14-9 16zM150 58c2-6 6-9 10-9 0 6-4 10-10 9z"
          className="scene-leaf"
        />
      </svg>
      <Bird className={`scene-bird scene-${mood}`} />
      {mood === 'arrived' && (
        <svg viewBox="0 0 24 24" fill="none" strokeLinecap="round" strokeLinejoin="round" className="scene-tick">
          <path d="M4.5 12.5 10 18 19.5 7" pathLength="1" strokeWidth="2.500" />
        </svg>
      )}
    </div>
  );
}
