import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './styles/base.css';
import './styles/bar.css';
import './styles/overview.css';
import './styles/tables.css';
import './styles/chart.css';
import './styles/panel.css';
import './styles/diagram.css';
import './styles/narrow.css';
import './styles/print.css';
import { startTheme } from './theme.ts';

const root = document.getElementById('atlas');
if (root === null) throw new Error('The page has no place for the atlas.');
startTheme();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
