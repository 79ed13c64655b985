// Whom the tester plays.
import { graphs } from '#walk/browser/driver.ts';
import type { Stage } from '#walk/browser/stage.ts';
import { isForMembers } from '#walk/paths/cases.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import type { Culture } from '#walk/paths/report.ts';
import { guideWordsIn } from './languages/languages.ts';

/** The flow of a person who is not a member yet: its data say who they are, and the members on it are others. */
const NEWCOMERS = 'sign-up';

/** The members of a path, each introduced once they exist: a path for people who aren’t signed in makes them late. */
export class Cast {
  private readonly stage: Stage;
  private readonly flow: string;
  private readonly culture: Culture;
  private readonly known = new Set<string>();
  private hasBegun = false;

  constructor(stage: Stage, [first]: readonly FlowEdge[], culture: Culture) {
    this.stage = stage;
    this.flow = first?.flow ?? '';
    this.culture = culture;
  }

  /** What there is to say now about who the tester is. */
  introduced(): readonly string[] {
    const words = guideWordsIn(this.culture).terminal;
    const isFirst = !this.hasBegun;
    this.hasBegun = true;
    const introductions = this.members().flatMap(({ username, told }) => {
      if (this.known.has(username)) return [];
      this.known.add(username);
      return [this.isSignedIn() ? words.signedInAs(told) : words.plays(told)];
    });
    return isFirst && !this.isSignedIn() ? [words.nobody, ...introductions] : introductions;
  }

  /** The members for the report; null if the path has none. */
  told(): string | null {
    const told = this.members().map((member) => member.told);
    return told.length === 0 ? null : told.join('; ');
  }

  private members(): readonly { readonly username: string; readonly told: string }[] {
    if (this.flow === NEWCOMERS) return [];
    const { member } = guideWordsIn(this.culture).terminal;
    const all = this.stage.cast();
    return (this.isSignedIn() ? all.slice(0, 1) : all).map((each) => ({
      username: each.username,
      told: member({ ...each, key: this.stage.key }),
    }));
  }

  private isSignedIn(): boolean {
    const graph = graphs.get(this.flow);
    return graph !== undefined && isForMembers(graph.cases);
  }
}
