/** The console: it knows the platform by the public graph and its streams alone. */
import './main.css';
import { render } from 'preact';
import { App } from './app/app.js';
import { applyTheme } from './app/theme.js';

const place = document.querySelector('#app');
if (place === null) throw new Error('the page has no place for the console');
applyTheme();
place.replaceChildren();
render(<App />, place);
