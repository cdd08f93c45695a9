import { type Found, find, type Section } from './find.js';

const INDEX = '/docs/text/search.json';
let read: Promise<readonly Section[] | undefined> | undefined;

/** Lets the reader search guides and errors. What can be found is read when the field is first used. */
export function addSearch(): void {
  const place = document.querySelector('.search');
  if (place === null) return;
  const label = document.createElement('label');
  label.textContent = 'Search guides and errors';
  const field = document.createElement('input');
  field.type = 'search';
  field.maxLength = 100;
  label.append(field);
  const list = document.createElement('ul');
  list.className = 'found';
  const status = document.createElement('p');
  status.className = 'fine';
  status.setAttribute('role', 'status');
  place.append(label, status, list);
  field.addEventListener('focus', () => void sections());
  field.addEventListener('input', () => void show(field, list, status));
}

function sections(): Promise<readonly Section[] | undefined> {
  read ??= fetch(INDEX)
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
  return read;
}

async function show(field: HTMLInputElement, list: HTMLElement, status: HTMLElement): Promise<void> {
  const query = field.value;
  const known = await sections();
  // Another letter may have been typed meanwhile.
  if (field.value !== query) return;
  if (known === undefined) {
    read = undefined;
    status.textContent = 'The search can not be read now.';
    return;
  }
  const found = find(known, query);
  list.replaceChildren(...found.map(itemOf));
  status.textContent =
    query.trim() === '' ? '' : found.length === 0 ? 'Nothing holds all these words.' : `${found.length} found`;
}

/** Texts are only ever text. */
function itemOf({ address, page, heading, excerpt }: Found): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = heading === page ? page : `${page}: ${heading}`;
  const small = document.createElement('small');
  small.textContent = excerpt;
  link.append(small);
  item.append(link);
  return item;
}
