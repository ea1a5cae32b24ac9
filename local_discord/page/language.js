/* The language of whoever is at the keyboard: shown, and chosen. */

import { $, html, render } from './html.js';
import { request } from './interactions.js';
import { nameOf } from './people.js';
import { changed, onChange, store } from './store.js';

const [reader, choice] = $('#language').children;
const ownName = (code) => new Intl.DisplayNames([code], { type: 'language' }).of(code);

const locales = await request('/client/locales');
render(choice, locales.map((code) => html`<option value="${code}">${ownName(code)}</option>`));

onChange(() => {
  reader.textContent = `${nameOf(store.me)} reads`;
  choice.value = store.me.locale;
});

choice.addEventListener('change', () => {
  request('/client/locale', { user: store.me.id, locale: choice.value }).catch(changed); // refused: the old one is shown again
});
