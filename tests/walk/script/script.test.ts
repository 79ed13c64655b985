import { describe, expect, it } from 'vitest';
import { goodCaseOf } from '#machines/graph/plan.ts';
import { run } from '#walk/commands/command.ts';
import { flows, graphOf, pathsOf, titleOfPath } from '#walk/paths/flows.ts';
import { wayInWords } from '#walk/script/arrange.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';
import { toldByTester } from '#walk/script/languages/en-US.steps.ts';
import { ENGLISH_WAYS } from '#walk/script/languages/en-US.ways.ts';
import { isByHand, scriptOf } from '#walk/script/script.ts';
import { formatted } from '#walk/script/formats.ts';
import { personAskedFor } from '#walk/script/people.ts';

const all = flows.flatMap((cases) => pathsOf(cases).map((path) => ({ cases, graph: graphOf(cases), path })));
const scripts = all.map(({ cases, graph, path }) => scriptOf(graph, path, 'en-US', titleOfPath(cases, path.id)));

async function printed(...parameters: readonly string[]): Promise<string> {
  const lines: string[] = [];
  expect(await run(parameters, (text) => lines.push(text))).toBe(0);
  return lines.join('\n');
}

describe('the plan', () => {
  it('begins each flow with its good case, in which nothing is refused and nothing lost', () => {
    for (const cases of flows) {
      const [first] = pathsOf(cases);
      expect(first?.edges, cases.machine.id).toEqual(goodCaseOf(graphOf(cases)));
      expect(
        first?.edges.filter(
          ({ step }) =>
            step.kind === 'outcome' && (cases.outcomes[step.actor]?.[step.outcome]?.reply?.status ?? 200) >= 400,
        ),
      ).toEqual([]);
      expect(titleOfPath(cases, first?.id ?? '')).toMatch(/^the good case, up to /);
    }
  });

  it('gives every path a unique title within its flow', () => {
    for (const cases of flows) {
      const titles = pathsOf(cases).map(({ id }) => titleOfPath(cases, id));
      expect(new Set(titles).size, cases.machine.id).toBe(titles.length);
      for (const title of titles) expect(title).not.toMatch(/[a-z][A-Z]|undefined|^,|: ,/);
    }
  });
});

describe('a script', () => {
  it('says who walks it, and is one act with one expectation after the other', () => {
    for (const { id, given, steps } of scripts) {
      expect(given.join(' '), id).toMatch(/demo/);
      for (const { action } of steps) expect(action, id).toMatch(/^(Open|Load|Press|Wait|Sign|On another|Leave|Let) /);
      // A wait is named only if the next act happens during it.
      for (const [index, { expected }] of steps.entries())
        if (expected.waits)
          expect(steps[index + 1]?.action ?? 'Wait', `${id} ${index + 1}`).toMatch(
            /^(Wait|Load|Press|Sign|Leave|On another|Let)/,
          );
    }
  });

  it('restores whatever it removes, at once', () => {
    for (const { id, steps } of scripts) {
      for (const { prepare, undo } of steps) {
        const away = prepare.some((sentence) => /network away|^Cut the connection/.test(sentence));
        const overridden = prepare.some((sentence) => /overrid|on its way/i.test(sentence));
        expect(
          [undo.includes('Give the network back.'), undo.some((sentence) => /^Take the override/.test(sentence))],
          id,
        ).toEqual([away, overridden]);
      }
    }
  });

  it('says at the act that sends a call what happens to it, and never where its outcome is asked for later', () => {
    const said = scripts.flatMap(({ id, steps }) =>
      steps.flatMap((step) => step.prepare.map((sentence) => ({ id, step, sentence }))),
    );
    expect(
      said
        .filter(({ sentence }) => /^Cut the connection (only after|before)/.test(sentence))
        .map(({ id, sentence }) => `${id}: ${sentence}`),
    ).toEqual([]);
    const told = said.filter(({ sentence }) => / (reaches|does not reach) the server/.test(sentence));
    expect(told.length).toBeGreaterThan(20);
    for (const { id, step, sentence } of told) {
      const [, call = ''] = /See that (\S+ \S+)/.exec(sentence) ?? [];
      expect(call, id).not.toMatch(/requests|null/);
      expect(
        step.prepare.filter((each) => each !== sentence && each.includes(call)),
        `${id} ${step.number}`,
      ).not.toEqual([]);
    }
  });

  it('says nothing twice, and uses the authenticator app’s name', () => {
    for (const { id, steps } of scripts) {
      for (const { prepare, data } of steps) {
        for (const sentence of prepare) expect(sentence, id).not.toMatch(/\b(first|before)\b[.,:]/);
        for (const { value } of data) expect(value, id).not.toMatch(/what the app shows/);
      }
    }
  });

  it('requires an exchange only in the flows that reach one', () => {
    const asking = scripts.filter(({ steps }) =>
      steps.some(({ prepare }) => prepare.join(' ').includes('Let it be an exchange')),
    );
    expect(
      asking.map(({ id }) => id.replace(/-\d+$/, '')).filter((flow) => flow !== 'confirmation' && flow !== 'exchange'),
    ).toEqual([]);
  });

  it('says at its end what it leaves in progress', () => {
    expect(scripts.find(({ id }) => id === 'withdrawal-01')?.undo).toEqual([expect.stringContaining('cancel it')]);
  });

  it('names the member of the demo club that an answer needs, and types their name', () => {
    const ways = flows.flatMap(({ outcomes }) =>
      Object.values(outcomes).flatMap((kinds) => Object.values(kinds).flatMap(({ arrange }) => arrange ?? [])),
    );
    const ofMembers = ways.filter((way) =>
      /^Use a member with(out)? an? (second factor|authenticator app)\.$/.test(wayInWords(way, wordsIn('en-US'))),
    );
    expect(ofMembers.length).toBeGreaterThan(0);
    for (const way of ofMembers) expect(personAskedFor(way)).not.toBeNull();
    const step = scripts
      .filter(({ id }) => id.startsWith('sign-in-'))
      .flatMap(({ steps }) => steps)
      .find(({ prepare }) => prepare.join().includes('demo2fa'));
    expect(step?.data).toContainEqual({ field: 'Username', value: 'demo2fa' });
  });

  it('names nobody but the person themselves and members of the demo club', () => {
    const names = ['demo', 'demo2fa'];
    for (const { id, given, steps } of scripts) {
      const [, person = ''] = /You (?:are signed in as|have the member) (\w+)/.exec(given.join(' ')) ?? [];
      for (const { data, prepare, action } of steps) {
        const [, instead] = /Use (\w+) \(/.exec(prepare.join(' ')) ?? [];
        for (const { field, value } of data) {
          const isSelf = /^(Username|Email)$/.test(field);
          if (names.includes(value)) expect([id, field, value === (instead ?? person)]).toEqual([id, field, isSelf]);
          expect(value, id).not.toContain('K7Q2M9XA');
        }
        expect(action, id).not.toMatch(/K7Q2M9XA|[\da-f]{8}-[\da-f]{4}/);
      }
    }
    expect(scripts.find(({ id }) => id === 'transfer-01')?.steps.flatMap(({ data }) => data)).toContainEqual({
      field: 'Recipient’s username',
      value: 'demo',
    });
  });

  it('names choices as the screen does, a field by one name, and a password in quotation marks', async () => {
    expect(await printed('withdrawal-01')).toContain('- Network: Ethereum (development chain)\n');
    expect(await printed('withdrawal-01', '--lang', 'ja-JP')).not.toContain('ethereum');
    expect(await printed('contact-01')).toContain('- Topic: Withdrawal\n');
    expect(await printed('sign-in-01')).toContain('- Password: "perch-demo-passphrase"\n');
    for (const { id, steps } of scripts)
      for (const { field } of steps.flatMap(({ data }) => data))
        expect(new Set(field.split(' / ')).size, `${id} ${field}`).toBe(field.split(' / ').length);
  });

  it('never states a code, but where to find it', () => {
    for (const { id, steps } of scripts)
      for (const { data } of steps) for (const { value } of data) expect(value, id).not.toMatch(/492039|318204/);
  });

  it('writes out what comes before a reload, and child flows', () => {
    const reloaded = scripts.find(
      ({ id, steps }) => id.startsWith('sign-in-') && steps.some(({ action }) => action === 'Load the page again.'),
    );
    const index = reloaded?.steps.findIndex(({ action }) => action === 'Load the page again.') ?? 0;
    expect(index).toBeGreaterThan(0);
    expect(reloaded?.steps[0]?.action).toBe('Open /Signin.');
    // A confirmation that resumes begins in the flow that it is part of.
    const resumed = scripts.filter(({ id, title }) => id.startsWith('confirmation-') && title.includes('resumed'));
    expect(resumed).not.toEqual([]);
    for (const { steps } of resumed) expect(steps[0]?.action).toBe('Open /Withdraw.');
    expect(
      scripts
        .flatMap(({ steps }) => steps)
        .filter(({ prepare, action }) => /npm run walk|Go through/.test([...prepare, action].join())),
    ).toEqual([]);
  });

  it('is in the language that was asked for', async () => {
    const text = await printed('sign-in-01', '--lang', 'ja-JP');
    expect(text).toContain('アプリの言語は日本語です。');
    expect(text).not.toMatch(/Expect:|Press "/);
  });
});

describe('--by-hand', () => {
  it('lists what needs neither developer tools nor a cut connection', async () => {
    const chosen = all.filter(({ path }) => isByHand(path));
    expect(chosen.length).toBeGreaterThan(20);
    const text = await printed('--by-hand');
    expect(text.split('\n').map((line) => line.split(':')[0])).toEqual(chosen.map(({ path }) => path.id));
    for (const { path } of chosen) {
      const script = scripts.find(({ id }) => id === path.id);
      expect(script?.need).toBe('app');
      expect(script?.steps.flatMap(({ prepare }) => prepare).join(' '), path.id).not.toMatch(
        /developer tools|network away|Cut the connection|[Oo]verride/,
      );
    }
  });

  it('prints their scripts if a format is requested', async () => {
    const text = await printed('sign-in', '--by-hand', '--format', 'md');
    expect(text).toMatch(/^# sign-in-01: the good case/);
    expect(text).toContain('It can be walked with the app alone.');
  });
});

/** The grammar of Gherkin for features with scenarios and tables; throws at the first line that is not part of it. */
function parseFeature(text: string): { readonly scenarios: number; readonly steps: readonly string[] } {
  const steps: string[] = [];
  let scenarios = 0;
  let place: 'top' | 'feature' | 'tags' | 'scenario' | 'step' | 'table' = 'top';
  let width = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const at = `line ${index + 1}: ${line}`;
    if (line === '' || (line.startsWith('#') && index === 0)) continue;
    if (line.startsWith('Feature: ')) {
      expect([place, at]).toEqual(['top', at]);
      place = 'feature';
    } else if (/^@\S+$/.test(line)) {
      expect(place, at).not.toBe('top');
      place = 'tags';
    } else if (/^Scenario: \S/.test(line)) {
      expect(place, at).toBe('tags');
      place = 'scenario';
      scenarios += 1;
    } else if (/^(Given|When|Then|And) \S/.test(line)) {
      expect(['scenario', 'step', 'table'], at).toContain(place);
      if (place === 'scenario') expect(line, at).toMatch(/^Given /);
      place = 'step';
      steps.push(line);
    } else {
      expect(line, at).toMatch(/^\|( (?:[^|\\]|\\[|\\n])* \|)+$/);
      const cells = line.replaceAll(/\\./g, '').split('|').length;
      expect(['step', 'table'], at).toContain(place);
      if (place === 'table') expect(cells, at).toBe(width);
      width = cells;
      place = 'table';
    }
  }
  return { scenarios, steps };
}

describe('Gherkin', () => {
  it('is accepted by a runner: preconditions follow Given, acts When, and expectations Then', () => {
    for (const cases of flows) {
      const own = scripts.filter(({ purpose }) => purpose === cases.purpose);
      const { scenarios, steps } = parseFeature(formatted(own, 'gherkin'));
      expect(scenarios).toBe(own.length);
      expect(steps.filter((step) => step.startsWith('When ')).length).toBeGreaterThanOrEqual(
        own.flatMap((script) => script.steps).length,
      );
      // An act is never an expectation, nor the other way round.
      expect(steps.filter((step) => /^Then (?!I see the screen|I see the state|the flow is over)/.test(step))).toEqual(
        [],
      );
    }
  });

  it('is told by the tester, in steps that end without a period', () => {
    const { steps } = parseFeature(formatted(scripts, 'gherkin'));
    const words = [...new Set(steps.map((step) => step.replaceAll(/"[^"]*"/g, '·')))].map((step) => step.split(' '));
    const told = words.map(([, ...rest]) => rest.join(' '));
    const ways = Object.values(ENGLISH_WAYS).map((way) => toldByTester(way));
    const isTold = (step: string) => /^(?:I (?!(?:be|in|on|at|where|when|if|no|the|a)\b)[a-z]|the |no one )/.test(step);
    expect([...told, ...ways].filter((step) => !isTold(step))).toEqual([]);
    expect(told.filter((step) => /\.$|\byou(?:r|rs|rself)?\b|\bI (?:are|I)\b/i.test(step))).toEqual([]);
  });

  it.each([
    ['Press "Check your entries".', 'I press "Check your entries"'],
    ['You are signed in as demo.', 'I am signed in as demo'],
    ['Be signed in already.', 'I am signed in already'],
  ])('tells %j as a step', (sentence, step) => {
    expect(toldByTester(sentence)).toBe(step);
  });

  it('keeps what is typed complete in its tables', () => {
    const [script] = scripts;
    if (script === undefined) throw new Error('There are no scripts.');
    const step = { ...script.steps[0], data: [{ field: 'a|b', value: 'c\\d\ne' }] } as (typeof script.steps)[number];
    expect(formatted([{ ...script, steps: [step] }], 'gherkin')).toContain('| a\\|b | c\\\\d\\ne |');
  });
});
