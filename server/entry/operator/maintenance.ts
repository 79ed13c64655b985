// Maintenance from the command line: closes the club for members, and opens it again.
import { readClubState, setMaintenance } from '#server/domain/club/state.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { readArguments, readMoment, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';

export const maintenanceCommands: Commands = {
  'maintenance on': {
    usage: 'maintenance on [--until MOMENT]',
    help: 'close the club for members, until "maintenance off"',
    more: [
      'MOMENT, such as 2026-11-21T06:00:00Z, is shown to members as the expected end. Nothing opens by itself then: "maintenance off" does.',
      'The command can be given again for another moment; without --until, members are shown none.',
    ],
    run: close,
  },
  'maintenance off': {
    usage: 'maintenance off',
    help: 'open the club again',
    run: async (asked) => {
      readArguments(asked.args, { words: [0, 0] });
      await set(asked, { on: false, until: null });
      return ['the club is open'];
    },
  },
};

async function close(asked: CommandLine): Promise<string[]> {
  const { services, args } = asked;
  const { valued } = readArguments(args, { words: [0, 0], valued: ['--until'] });
  const moment = valued.get('--until');
  const until = moment === undefined ? null : readMoment(moment);
  // Members would read that the club should have opened already.
  if (until !== null && until <= services.clock.now()) throw new Refused(`${until.toISOString()} is over`);
  const { maintenanceUntil: before } = await readClubState(services.db);
  await set(asked, { on: true, until });
  const instead = before === null || before.getTime() === until?.getTime() ? '' : `, no longer ${before.toISOString()}`;
  return [
    'the club is closed until "maintenance off"',
    until === null
      ? `members are shown no moment as its expected end${instead}`
      : `members are shown ${until.toISOString()} as its expected end${instead}; nothing opens by itself then`,
  ];
}

async function set(
  { services, operator, call }: CommandLine,
  state: { on: boolean; until: Date | null },
): Promise<void> {
  await setMaintenance(services.db, state);
  await audit(services.db, {
    kind: 'maintenance_set',
    at: services.clock.now(),
    memberId: null,
    call,
    details: { operator, on: state.on },
  });
}
