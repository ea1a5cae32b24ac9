/* Display and choice of the current person's language. */

import { $, html, render } from './html.js';
import { request } from './interactions.js';
import { nameOf } from './people.js';
import { changed, onChange, remember, remembered, store } from './store.js';
import { language, richWords, words } from './words.js';

const FIRST = ['en-US', 'ja']; // the bot's languages
const [reader, choice, note] = $('#language').children;
const ownName = (code) => new Intl.DisplayNames([code], { type: 'language' }).of(code);

let written = null; // the language of the words in index.html

/** Write the words of index.html: `data-words` names an element's text, `data-label` its label. */
function writeWords() {
  if (written === language()) return;
  written = language();
  document.documentElement.lang = written;
  for (const element of document.querySelectorAll('[data-words]')) render(element, richWords(element.dataset.words));
  for (const element of document.querySelectorAll('[data-label]')) {
    const label = words(element.dataset.label);
    element.setAttribute('aria-label', label);
    if (element.classList.contains('icon-button')) element.title = label;
  }
}

writeWords();

const locales = await request('/client/locales');
render(choice, [...FIRST, ...locales.filter((code) => !FIRST.includes(code))].map((code) => html`<option value="${code}">${ownName(code)}</option>`));

onChange(() => {
  writeWords();
  reader.textContent = words('language-reader', { who: nameOf(store.me) });
  choice.value = store.me.locale;
  note.textContent = words('language-public');
});

choice.addEventListener('change', () => {
  request('/client/locale', { user: store.me.id, locale: choice.value }).catch(changed); // if refused, display the old one again
});

/** On this browser's first visit, let all people speak its language, if the bot speaks it too. */
export async function adoptBrowserLanguage(users) {
  const spoken = (code) => code.split('-')[0];
  const own = FIRST.find((code) => spoken(code) === spoken(navigator.language));
  if (remembered('visited', false) || !own || own === FIRST[0]) return users;
  remember('visited', true);
  return Promise.all(users.map((user) => request('/client/locale', { user: user.id, locale: own }).catch(() => user)));
}
