// Maintenance from the command line: closes the club for members, and opens it again.
import { setMaintenance } from '#server/domain/club/state.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { readArguments, readMoment, type CommandLine, type Commands } from './command.ts';

export const maintenanceCommands: Commands = {
  'maintenance on': {
    usage: 'maintenance on [--until MOMENT]',
    help: 'close the club for members',
    run: (asked) => maintenance(asked, true),
  },
  'maintenance off': {
    usage: 'maintenance off',
    help: 'open the club again',
    run: (asked) => maintenance(asked, false),
  },
};

async function maintenance({ services, operator, call, args }: CommandLine, on: boolean): Promise<string[]> {
  const { valued } = readArguments(args, { words: [0, 0], valued: on ? ['--until'] : [] });
  const moment = valued.get('--until');
  const until = moment === undefined ? null : readMoment(moment);
  await setMaintenance(services.db, { on, until });
  await audit(services.db, {
    kind: 'maintenance_set',
    at: services.clock.now(),
    memberId: null,
    call,
    details: { operator, on },
  });
  return [on ? `the club is closed${until === null ? '' : ` until ${until.toISOString()}`}` : 'the club is open'];
}
