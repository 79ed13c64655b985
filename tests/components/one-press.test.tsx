import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepOnePress } from '#src/ui/one-press.ts';

/** What was pressed and accepted, in order. */
let pressed: string[];

/** Two controls of a flow, four of the page around it; one of them is rendered again whenever it is pressed. */
function Page() {
  useEffect(keepOnePress, []);
  const [pages, setPages] = useState(1);
  const press = (name: string) => () => void pressed.push(name);
  return (
    <main>
      <div data-flow="some-flow">
        <button type="button" onClick={press('Continue')}>
          Continue
        </button>
        <label>
          <input type="checkbox" onChange={press('I agree')} />I agree
        </label>
      </div>
      <button type="button" onClick={press('Closer')}>
        Closer
      </button>
      <button key={pages} type="button" onClick={() => setPages(pages + 1)}>
        More
      </button>
      <output>{`${pages} pages`}</output>
      <a href="#risks" onClick={press('Risk disclosure')}>
        Risk disclosure
      </a>
    </main>
  );
}

interface Click {
  /** The number of the click in a double click, as the browser reports it; 0 for the keyboard. */
  readonly detail?: number;
  readonly at?: number;
  readonly x?: number;
}

/** Clicks the element with this text; returns whether the browser may follow the click. */
function click(text: string, { detail = 1, at = 0, x = 100 }: Click = {}): boolean {
  const target = screen.getByText(text);
  const event = createEvent.click(target, { detail, clientX: x, clientY: 100 });
  Object.defineProperty(event, 'timeStamp', { value: 10_000 + at });
  return fireEvent(target, event);
}

const touch = (pointerType = 'touch'): boolean => fireEvent.pointerDown(document.body, { pointerType });

beforeEach(() => {
  pressed = [];
  render(<Page />);
});

describe('the second half of a double click', () => {
  it('is swallowed in a flow, even on the same control', () => {
    click('Continue');
    click('Continue', { detail: 2, at: 90 });
    expect(pressed).toEqual(['Continue']);
  });

  it('does not follow a link that has moved under the pointer', () => {
    click('Continue');
    expect(click('Risk disclosure', { detail: 2, at: 90 })).toBe(false);
    expect(pressed).toEqual(['Continue']);
  });

  it('counts on the same control of a page', () => {
    click('Closer');
    click('Closer', { detail: 2, at: 90 });
    expect(pressed).toEqual(['Closer', 'Closer']);
  });

  it('counts on a control that the page has rendered again', () => {
    click('More');
    click('More', { detail: 2, at: 90 });
    expect(screen.getByRole('status').textContent).toBe('3 pages');
  });

  it('does not tick a box that has moved under the pointer', () => {
    click('Continue');
    click('I agree', { detail: 2, at: 90 });
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(pressed).toEqual(['Continue']);
  });

  it('is a separate press if it is too slow for a double click', () => {
    click('Continue');
    click('Continue', { detail: 2, at: 400 });
    click('Continue', { detail: 3, at: 999 });
    expect(pressed).toEqual(['Continue']);
    click('Continue', { detail: 4, at: 1000 });
    expect(pressed).toEqual(['Continue', 'Continue']);
  });

  it('does not press what is under a menu that was closed by a press outside all controls', () => {
    click('Continue');
    fireEvent.click(document.body, { detail: 1 });
    expect(click('Risk disclosure', { detail: 2 })).toBe(false);
  });

  it('does not apply to the keyboard', () => {
    click('Continue', { detail: 0 });
    click('Continue', { detail: 0, at: 20 });
    expect(pressed).toEqual(['Continue', 'Continue']);
  });
});

describe('the second half of a double tap, which a phone counts as a first one', () => {
  it('is swallowed in a flow, until the time of a double tap is over', () => {
    touch();
    click('Continue');
    click('Continue', { at: 349 });
    expect(pressed).toEqual(['Continue']);
    click('Continue', { at: 350 });
    expect(pressed).toEqual(['Continue', 'Continue']);
  });

  it('does not follow a link that has moved under the finger', () => {
    touch();
    click('Continue');
    expect(click('Risk disclosure', { at: 200, x: 110 })).toBe(false);
    expect(pressed).toEqual(['Continue']);
  });

  it('neither ticks nor clears a box that has moved under the finger', () => {
    touch();
    click('Continue');
    click('I agree', { at: 120 });
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    click('I agree', { at: 400 });
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });

  it('is another tap if the finger has moved', () => {
    touch();
    click('Continue');
    click('Risk disclosure', { at: 200, x: 124 });
    expect(pressed).toEqual(['Continue', 'Risk disclosure']);
  });

  it('does not apply to a mouse, which counts its clicks', () => {
    touch();
    click('Continue');
    touch('mouse');
    click('Risk disclosure', { at: 200 });
    expect(pressed).toEqual(['Continue', 'Risk disclosure']);
  });
});
