import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { keepFocus } from '#src/ui/landing.ts';

/** What has the focus, in words. */
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

function Page({ children }: { readonly children: ReactNode }) {
  useEffect(keepFocus, []);
  return children;
}

/** A page of which something changes when its button is pressed, and without a press, too. */
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

describe('what goes away with the focus leaves it', () => {
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

  it('on the heading of the page, where its part has gone with it', async () => {
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

  it('on the content, where it has no heading', async () => {
    open((changed) => <main aria-label="Content">{changed ? 'Wait' : control}</main>);
    await press();
    expect(focused()).toBe('Content');
  });

  it('on the heading, where a click has given it no focus, as in Safari', async () => {
    open((changed) => (
      <main>
        <h1>Page</h1>
        {!changed && control}
      </main>
    ));
    fireEvent.click(screen.getByRole('button'));
    await act(async () => undefined);
    expect(focused()).toBe('Page');
  });

  it('on the page that is there later', async () => {
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

  it('where the heading goes away, too', async () => {
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

it('what is disabled with the focus leaves it on the heading, a part of the form as well as the whole', async () => {
  open((changed) => (
    <main>
      <h1>Page</h1>
      <fieldset disabled={changed}>{control}</fieldset>
    </main>
  ));
  await press();
  expect(focused()).toBe('Page');
});

describe('nothing is taken from', () => {
  it('a member who types while something else goes away', async () => {
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

  it('what takes the focus by itself', async () => {
    open((changed) => (
      <main>
        <h1>Page</h1>
        {changed ? <input aria-label="Label" autoFocus /> : control}
      </main>
    ));
    await press();
    expect(focused()).toBe('Label');
  });

  it('a member who has pressed beside all controls', async () => {
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
