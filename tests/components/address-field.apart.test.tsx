import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Formik } from 'formik';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AddressField } from '#src/ui/address-field.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

/** A field for an address, where pasting or the code of the camera fails; what works is in browser/scan.test.ts. */

vi.mock('#src/ui/scan-sheet.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const user = userEvent.setup({ delay: null });

beforeAll(() => import('#src/ui/toaster.tsx'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

async function showField(typed = '', readOnly = false) {
  await renderWithTexts(
    <Formik initialValues={{ address: typed }} onSubmit={() => undefined}>
      <AddressField
        name="address"
        label="Address"
        wanted={{ asset: 'USDT', network: 'ethereum', development: false }}
        readOnly={readOnly}
      />
    </Formik>,
    'en-US',
    ['money'],
  );
}

const value = () => screen.getByLabelText<HTMLInputElement>('Address').value;

describe('a field for an address', () => {
  it('says how to paste where the browser forbids it, and keeps what was typed', async () => {
    await showField(ADDRESS);
    vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    await screen.findByText('Your browser didn’t allow pasting here. Press and hold the field, then choose Paste.');
    expect(value()).toBe(ADDRESS);
  });

  it('takes any other text as it is, for the server to judge', async () => {
    await showField();
    vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue('  mika.eth \n');
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    await waitFor(() => expect(value()).toBe('mika.eth'));
  });

  it('offers the camera only where there is one, and says so if its code can’t be loaded', async () => {
    await showField();
    expect(screen.queryByRole('button', { name: 'Scan QR code' })).toBeNull();
    cleanup();
    Object.defineProperty(navigator, 'mediaDevices', { value: {}, configurable: true });
    await showField();
    await user.click(screen.getByRole('button', { name: 'Scan QR code' }));
    await screen.findByText('The camera can’t be used right now. Paste the address instead.');
  });

  it('offers neither while the form is sent', async () => {
    await showField(ADDRESS, true);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
