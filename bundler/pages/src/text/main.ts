/** Pages of text: what makes them easier to use, and nothing that they need to be read. */
import './page.css';
import { addCopyButtons } from './copy.js';
import { addMenu } from './menu.js';
import { addSearch } from './search.js';
import { addTabs } from './tabs.js';
import { addThemeSwitch } from './theme.js';

document.documentElement.dataset['scripted'] = '';
addThemeSwitch();
addMenu();
addTabs();
addCopyButtons();
addSearch();
