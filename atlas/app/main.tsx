import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { App, Fence } from './app.tsx';
import './atlas.css';
import { useIndex } from './data.ts';
import { FirstLook } from './first-look.tsx';
import { startTheme } from './theme.ts';

const root = document.getElementById('atlas');
if (root === null) throw new Error('The page has no place for the atlas.');
startTheme();
createRoot(root).render(
  <StrictMode>
    <Fence>
      <Suspense fallback={<FirstLook />}>
        <Opened />
      </Suspense>
    </Fence>
  </StrictMode>,
);

function Opened() {
  return <App index={useIndex()} />;
}
