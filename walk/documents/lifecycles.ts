// The lifecycles of records: what the server may do to a status, as a page that a reader can check.
import type { AnyStateMachine } from 'xstate';
import type { ProductArea } from '#machines/chart/product-areas.ts';
import { depositLifecycle } from '#machines/lifecycles/deposit.machine.ts';
import { emailChangeRequestLifecycle } from '#machines/lifecycles/email-change-request.machine.ts';
import { inquiryLifecycle } from '#machines/lifecycles/inquiry.machine.ts';
import { statusAfter } from '#machines/lifecycles/lifecycle.ts';
import { stakeLifecycle } from '#machines/lifecycles/stake.machine.ts';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';

/** Every lifecycle of the product with what it is about; a new one is a line here. */
const placed: readonly (readonly [machine: AnyStateMachine, area: ProductArea])[] = [
  [depositLifecycle, 'Money'],
  [withdrawalLifecycle, 'Money'],
  [stakeLifecycle, 'Stakes'],
  [inquiryLifecycle, 'Help'],
  [emailChangeRequestLifecycle, 'Account safety'],
];
export const lifecycles: readonly AnyStateMachine[] = placed.map(([machine]) => machine);

/** What a lifecycle of the product is about. */
export function areaOf(lifecycle: AnyStateMachine): ProductArea {
  const place = placed.find(([machine]) => machine === lifecycle);
  if (place === undefined) throw new Error(`The lifecycle ${lifecycle.id} is not among those of the product.`);
  return place[1];
}

/** One status with every event: the status that it leads to, or null if it is refused. */
export interface StatusRow {
  readonly status: string;
  readonly final: boolean;
  readonly description: string;
  readonly requirements: readonly string[];
  readonly steps: readonly { readonly event: string; readonly to: string | null; readonly description: string }[];
}

export interface LifecycleDocument {
  readonly lifecycle: string;
  readonly area: ProductArea;
  readonly purpose: string;
  readonly initial: string;
  readonly statuses: readonly StatusRow[];
}

/** What a lifecycle allows, computed from the chart for each status and event. */
export function lifecycleDocument(machine: AnyStateMachine): LifecycleDocument {
  const events = [...machine.events] as string[];
  return {
    lifecycle: machine.id,
    area: areaOf(machine),
    purpose: machine.root.description ?? '',
    initial: String(machine.root.config.initial),
    statuses: Object.values(machine.states).map((state) => ({
      status: state.key,
      final: state.type === 'final',
      description: state.description ?? '',
      requirements: (state.meta as { requirements?: readonly string[] } | undefined)?.requirements ?? [],
      steps: events.map((event) => ({
        event,
        to: statusAfter(machine, state.key, { type: event }),
        description:
          (state.config.on as Record<string, { description?: string }> | undefined)?.[event]?.description ?? '',
      })),
    })),
  };
}

/** The page of all lifecycles. */
export function lifecyclesMarkdown(documents: readonly LifecycleDocument[]): string {
  return `# Lifecycles of records\n\nWritten by \`npm run flows\` from the charts in \`machines/lifecycles/\`; not edited by hand. The server changes a status only by these steps.\n\n${documents.map(sectionOf).join('\n\n')}\n`;
}

function sectionOf({ lifecycle, purpose, initial, statuses }: LifecycleDocument): string {
  const steps = statuses.flatMap(({ status, steps: all }) =>
    all.flatMap(({ event, to, description }) => (to === null ? [] : [{ status, event, to, description }])),
  );
  const ends = statuses.filter(({ final }) => final).map(({ status }) => `  ${status} --> [*]`);
  const events = statuses[0]?.steps.map(({ event }) => event) ?? [];
  return [
    `## ${lifecycle}\n\n${purpose}`,
    [
      '```mermaid',
      'stateDiagram-v2',
      `  [*] --> ${initial}`,
      ...steps.map(({ status, event, to }) => `  ${status} --> ${to} : ${event}`),
      ...ends,
      '```',
    ].join('\n'),
    table(
      ['status', 'means', 'requirements'],
      statuses.map(({ status, description, requirements, final }) => [
        final ? `${status} (end)` : status,
        description,
        requirements.join(', '),
      ]),
    ),
    `Each status with each event; a dash is refused:\n\n${table(
      ['', ...events],
      statuses.map(({ status, steps: row }) => [status, ...row.map(({ to }) => to ?? '–')]),
    )}`,
    table(
      ['from', 'event', 'to', 'what happens'],
      steps.map(({ status, event, to, description }) => [status, event, to, description]),
    ),
  ].join('\n\n');
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
