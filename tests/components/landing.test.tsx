import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { keepFocus } from '#src/ui/landing.ts';
import { lostFocus } from './support/lost-focus.ts';

/** The focused element, in words. */
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

function Page({ children }: { readonly children: ReactNode }) {
  useEffect(keepFocus, []);
  return children;
}

/** A page on which something changes when its button is pressed, and also without a press. */
function open(page: (changed: boolean) => ReactNode): { readonly changes: () => Promise<void> } {
  let change = (): void => undefined;
  function Changing() {
    const [changed, setChanged] = useState(false);
    change = () => setChanged(true);
    return <div onClick={(event) => (event.target as Element).matches('[data-act]') && change()}>{page(changed)}</div>;
  }
  render(
    <Page>
      <Changing />
    </Page>,
  );
  return { changes: () => act(async () => change()) };
}

const press = (name = 'Do it') => userEvent.click(screen.getByRole('button', { name }));
const control = (
  <button type="button" data-act="">
    Do it
  </button>
);

describe('an element that disappears with the focus leaves it', () => {
  it('on the heading of its part of the page', async () => {
    open((changed) => (
      <main>
        <h1>Page</h1>
        <section>
          <h2>Part</h2>
          {!changed && <p>{control}</p>}
        </section>
      </main>
    ));
    await press();
    expect(focused()).toBe('Part');
  });

  it('on the heading of the page, if its part has disappeared with it', async () => {
    open((changed) => (
      <main>
        <h1>Page</h1>
        {!changed && (
          <section>
            <h2>Part</h2>
            {control}
          </section>
        )}
      </main>
    ));
    await press();
    expect(focused()).toBe('Page');
  });

  it('on the heading of the dialog that it was in', async () => {
    open((changed) => (
      <main>
        <h1>Page</h1>
        <section>
          <h2>Part</h2>
          <dialog open>
            <h2>Question</h2>
            {!changed && control}
          </dialog>
        </section>
      </main>
    ));
    await press();
    expect(focused()).toBe('Question');
  });

  it('on the content, if it has no heading', async () => {
    open((changed) => <main aria-label="Content">{changed ? 'Wait' : control}</main>);
    await press();
    expect(focused()).toBe('Content');
  });

  it.each(['the page itself', 'the content around it'])(
    'on the heading, if a click has focused %s, as in Safari',
    async (place) => {
      open((changed) => (
        <main tabIndex={-1}>
          <h1>Page</h1>
          {!changed && control}
        </main>
      ));
      if (place !== 'the page itself') screen.getByRole('main').focus();
      fireEvent.click(screen.getByRole('button'));
      await act(async () => undefined);
      expect(focused()).toBe('Page');
    },
  );

  it('on the page that appears later', async () => {
    const { changes } = open((changed) =>
      changed ? (
        <main>
          <h1>Next</h1>
        </main>
      ) : null,
    );
    const before = document.body.appendChild(document.createElement('button'));
    before.focus();
    await act(async () => before.remove());
    expect(document.activeElement).toBe(document.body);
    await changes();
    expect(focused()).toBe('Next');
  });

  it('on the next heading, if the heading disappears too', async () => {
    const { changes } = open((changed) => (
      <main>
        <h1>Page</h1>
        {!changed && (
          <section>
            <h2>Part</h2>
          </section>
        )}
      </main>
    ));
    const part = screen.getByRole('heading', { name: 'Part' });
    part.tabIndex = -1;
    act(() => part.focus());
    await changes();
    expect(focused()).toBe('Page');
  });
});

it('an element that is disabled with the focus leaves it on the heading, whether a part of the form or all of it', async () => {
  open((changed) => (
    <main>
      <h1>Page</h1>
      <fieldset disabled={changed}>{control}</fieldset>
    </main>
  ));
  await press();
  expect(focused()).toBe('Page');
});

describe('the focus is not taken from', () => {
  it('a member who types while something else disappears', async () => {
    const { changes } = open((changed) => (
      <main>
        <h1>Page</h1>
        <input aria-label="Amount" />
        {!changed && control}
      </main>
    ));
    await userEvent.type(screen.getByLabelText('Amount'), '12');
    await changes();
    expect(focused()).toBe('Amount');
  });

  it('an element that takes the focus itself', async () => {
    open((changed) => (
      <main>
        <h1>Page</h1>
        {changed ? <input aria-label="Label" autoFocus /> : control}
      </main>
    ));
    await press();
    expect(focused()).toBe('Label');
  });

  it('a member who has pressed outside all controls', async () => {
    const { changes } = open((changed) => (
      <main>
        <h1>Page</h1>
        <p>Words</p>
        {!changed && <button type="button">Other</button>}
      </main>
    ));
    await press('Other');
    await userEvent.click(screen.getByText('Words'));
    await changes();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a field that opens in place of the pressed button', () => {
  const pressed = async (field: ReactNode): Promise<string[]> => {
    open((changed) => (
      <main>
        <h1>Page</h1>
        <section>
          <h2>Part</h2>
          <input name="other" />
          <div>{changed ? field : control}</div>
        </section>
      </main>
    ));
    await press();
    return lostFocus();
  };

  it('is reported by every test if it does not get the focus', async () => {
    expect(await pressed(<input name="label" />)).toEqual([
      'button "Do it" made way for input "label", which did not get the focus',
    ]);
  });

  it.each([
    ['it gets the focus', <input name="label" autoFocus />],
    ['there is no field', <p>Done</p>],
    ['a form of several fields begins with the heading', [<input key="1" />, <input key="2" />]],
  ])('is not reported if %s', async (_, field) => {
    expect(await pressed(field)).toEqual([]);
  });
});
