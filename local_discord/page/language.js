/* Display and choice of the current person's language. */

import { $, html, render } from './html.js';
import { request } from './interactions.js';
import { nameOf } from './people.js';
import { changed, onChange, store } from './store.js';

const FIRST = ['en-US', 'ja']; // the bot's languages
const PUBLIC = {
  en: 'What everybody sees is in the server’s language; Kyoto Tables is Japanese.',
  ja: 'みんなに見えるメッセージは、サーバーの言語で表示されます。「Kyoto Tables」は日本語です。',
};
const [reader, choice, note] = $('#language').children;
const ownName = (code) => new Intl.DisplayNames([code], { type: 'language' }).of(code);

const locales = await request('/client/locales');
render(choice, [...FIRST, ...locales.filter((code) => !FIRST.includes(code))].map((code) => html`<option value="${code}">${ownName(code)}</option>`));

onChange(() => {
  reader.textContent = `${nameOf(store.me)} reads`;
  choice.value = store.me.locale;
  note.textContent = PUBLIC[store.me.locale] ?? PUBLIC.en;
});

choice.addEventListener('change', () => {
  request('/client/locale', { user: store.me.id, locale: choice.value }).catch(changed); // if refused, display the old one again
});
