import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './atlas.css';
import { startTheme } from './theme.ts';

const root = document.getElementById('atlas');
if (root === null) throw new Error('The page has no place for the atlas.');
startTheme();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
