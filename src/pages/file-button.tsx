import { useEffect, useRef, useState } from 'react';
import { Refusable } from '#src/flow/refusable.tsx';
import { readPieces } from '#src/api/event-stream.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';
import { Button } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { saveFile, type NamedFile } from '#src/ui/save-file.ts';
import { useToast } from '#src/ui/toast.tsx';

export interface FileButtonProps {
  /** Asks for the file. It is fetched, since a plain link would carry no bearer token. */
  readonly ask: () => Promise<{
    readonly data?: ReadableStream<Uint8Array<ArrayBuffer>> | null;
    readonly error?: unknown;
    readonly response: Response;
  }>;
  /** How the file is named if the server's name can't be read. */
  readonly fallbackName: () => string;
  readonly words: {
    readonly save: string;
    readonly saving: string;
    readonly saved: string;
    /** Where a file can be passed on only right after a press, and it took too long to come. */
    readonly saveNow: string;
  };
}

/** How long a file waits for another press. */
const KEPT_MS = 60_000;

/** Saves a file that the server makes. */
export function FileButton({ ask, fallbackName, words }: FileButtonProps) {
  const toast = useToast();
  const fetchFile = async (): Promise<NamedFile> => {
    const answer = await ask();
    // With another origin, the header may be hidden from scripts.
    const named = /filename="([\w.-]+)"/.exec(answer.response.headers.get('Content-Disposition') ?? '')?.[1];
    const body = await dataOf(Promise.resolve(answer));
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of readPieces(body ?? new Blob().stream())) pieces.push(piece);
    const type = answer.response.headers.get('Content-Type') ?? '';
    return { name: named ?? fallbackName(), content: new Blob(pieces, { type }) };
  };
  /** The file, if it is there and needs another press; what it says gets old. */
  const [ready, setReady] = useState<NamedFile | null>(null);
  useEffect(() => {
    if (ready === null) return;
    const timer = setTimeout(() => setReady(null), KEPT_MS);
    return () => clearTimeout(timer);
  }, [ready]);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const isPassing = useRef(false);
  const pass = (file: NamedFile): void => {
    if (isPassing.current) return;
    isPassing.current = true;
    void saveFile(document, file, ready === null && isHere.current).then((passed) => {
      isPassing.current = false;
      setReady(passed === 'pressAgain' ? file : null);
      if (passed === 'saved') toast('success', words.saved);
    });
  };
  const { busy, problem, run } = useAct<true, NamedFile>(fetchFile, pass);
  return (
    <>
      <Button kind="secondary" busy={busy !== null} onClick={() => (ready === null ? run(true) : pass(ready))}>
        <MemberIcon name="down" />
        {busy !== null ? words.saving : ready === null ? words.save : words.saveNow}
      </Button>
      <span role="status" className="sr-only">
        {ready !== null && words.saveNow}
      </span>
      {problem !== null && (
        <div className="w-full">
          <Refusable problem={problem} />
        </div>
      )}
    </>
  );
}
