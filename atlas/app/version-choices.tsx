import { useEffect, useEffectEvent, useState } from 'react';
import type { VersionAt } from '#atlas/model/model.ts';
import { NoChartFile, versionInFile } from '#atlas/model/version-file.ts';
import type { WordKey } from '#atlas/words/words.ts';
import type { FlowVersion } from '#machines/graph/compare.ts';
import { useSay, type Say } from './language.ts';
import { reasonOf } from './said.tsx';

/** A version that can be chosen. */
export interface Choice {
  /** Its name in URLs. */
  readonly name: string;
  readonly title: string;
  readonly version: FlowVersion;
}

const OF_FILE = 'file-';
/** How many characters of a revision are shown. */
const SHORT = 7;

/** Whether a name is that of a file, which only the page that read it has. */
export function isOfFile(name: string): boolean {
  return name.startsWith(OF_FILE);
}

/** A file that a chart was exported into. */
export function FileChoice({ onAdd }: { readonly onAdd: (choice: Choice) => void }) {
  const say = useSay();
  const [said, setSaid] = useState<{ readonly what: WordKey; readonly why: string } | null>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      const { name, version } = versionInFile(await file.text());
      setSaid(null);
      onAdd({ name: `${OF_FILE}${file.name}`, title: say('compare.from', { name, file: file.name }), version });
    } catch (error) {
      setSaid({ what: error instanceof NoChartFile ? error.key : 'broken', why: reasonOf(error) });
    }
  };
  return (
    <>
      <label>
        {say('compare.file')}{' '}
        <input type="file" accept=".json" onChange={(event) => void read(event.target.files?.[0])} />
      </label>
      <span role="status">{said !== null && say(said.what, { why: said.why })}</span>
    </>
  );
}

interface RevisionChoiceProps {
  readonly chartKey: string;
  readonly onAdd: (choice: Choice) => void;
}

/** Any revision that git knows; only if the atlas is served by its command. */
export function RevisionChoice({ chartKey, onAdd }: RevisionChoiceProps) {
  const say = useSay();
  const [rev, setRev] = useState('');
  const [said, setSaid] = useState('');
  const fetchIt = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await revisionFrom(chartKey, rev);
    setSaid(refusalOf(answer, say));
    if (typeof answer === 'object' && answer !== null) onAdd(answer);
  };
  return (
    <form onSubmit={(event) => void fetchIt(event)}>
      <label>
        {say('compare.revision')}{' '}
        <input required value={rev} onChange={(event) => setRev(event.target.value)} placeholder="HEAD~5" />
      </label>{' '}
      <button type="submit">{say('compare.take')}</button> <span role="status">{said}</span>
    </form>
  );
}

interface RevisionProps {
  readonly chartKey: string;
  readonly rev: string;
  readonly onArrival: (rev: string, choice: Choice) => void;
}

/** A revision that the address names and that the atlas has not got: it is fetched. */
export function Revision({ chartKey, rev, onArrival }: RevisionProps) {
  const say = useSay();
  const [said, setSaid] = useState<string | null>(null);
  const arrives = useEffectEvent(onArrival);
  const refused = useEffectEvent((answer: string | null) => setSaid(refusalOf(answer, say)));
  useEffect(() => {
    let isWanted = true;
    void revisionFrom(chartKey, rev).then((answer) => {
      if (!isWanted) return;
      if (typeof answer === 'object' && answer !== null) arrives(rev, answer);
      else refused(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [chartKey, rev]);
  return <p role={said === null ? 'status' : 'alert'}>{said ?? say('reading.one')}</p>;
}

/** The version at a revision; why there is none, or null if the atlas is no longer served. */
async function revisionFrom(chartKey: string, rev: string): Promise<Choice | string | null> {
  const query = new URLSearchParams({ chart: chartKey, rev }).toString();
  const answer = await fetch(`./version?${query}`).catch(() => null);
  if (answer === null) return null;
  if (!answer.ok) return answer.text();
  const { rev: name, version } = (await answer.json()) as VersionAt;
  const short = name.slice(0, SHORT);
  return { name, title: name.startsWith(rev) ? short : `${short} ${rev}`, version };
}

function refusalOf(answer: Choice | string | null, say: Say): string {
  if (answer === null) return say('served.not');
  return typeof answer === 'string' ? answer : '';
}
