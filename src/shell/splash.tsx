import { Bird } from '#src/ui/logo.tsx';

/** Shown while the script is loading: the logo, and nothing that looks like a control. */
export function Splash({ waiting }: { waiting: string }) {
  return (
    <main className="flex grow items-center justify-center" aria-busy="true">
      <Bird className="size-16 text-primary" />
      <h1 className="sr-only">Perch</h1>
      <p className="sr-only">{waiting}</p>
    </main>
  );
}
