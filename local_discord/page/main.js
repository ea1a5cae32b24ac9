/* Clicks, keys, and the switch between people. */

import { openApps, useOnMessage } from './apps.js';
import { findComponent, TYPE } from './components.js';
import { addOption, composer, pickCommand, setText, submit } from './composer.js';
import { install, openChannel, setDrawer, toggleHelp, toggleLatency, toggleTheme } from './frame.js';
import { $ } from './html.js';
import { forgetInteractions, request, useComponent } from './interactions.js';
import { adoptBrowserLanguage } from './language.js';
import { chooseOption, commitMenu, openMenu } from './menu.js';
import { dismiss, jumpTo } from './messages.js';
import { closeModal, closeViewer, openViewer, zoomIn } from './modal.js';
import { accountName, sameText } from './people.js';
import { toEnd } from './scroll.js';
import { connect } from './server.js';
import { changed, findMessage, remember, remembered, store } from './store.js';
import { pickSuggestion } from './suggest.js';

/** Click handlers by selector; the first selector that matches is used. */
const CLICKS = {
  '[data-channel-id]': ({ dataset }) => openChannel(dataset.channelId),
  '[data-goto]': ({ dataset }) => goTo(dataset.goto, dataset.at),
  '[data-user-id]': ({ dataset }) => becomeUser(dataset.userId),
  '[data-fill]': ({ dataset }) => pickCommand(dataset.fill.slice(1)),
  '[data-jump]': ({ dataset }) => jumpTo(dataset.jump),
  '[data-zoom]': (element) => openViewer(element.dataset.zoom, $('img', element).alt),
  '[data-close]': closeModal,
  '#viewer button': zoomIn,
  '#viewer': closeViewer,
  '[data-dismiss]': (element) => dismiss(messageIdOf(element)),
  '#list [data-custom-id]': clickComponent,
  '#menu [data-value]': ({ dataset }) => chooseOption(dataset.value),
  '#menu [data-done]': commitMenu,
  '[data-apps]': (element) => openApps(element, messageIdOf(element)),
  '#apps [data-use]': ({ dataset }) => useOnMessage(dataset.use),
  '#suggest [data-index]': ({ dataset }) => pickSuggestion(Number(dataset.index)),
  '#form [data-add]': ({ dataset }) => addOption(dataset.add),
  '#form [data-run]': submit,
  '#form [data-clear]': () => setText(''),
  '[data-install]': ({ dataset }) => install(dataset.install === 'true'),
  '#menu-button': () => setDrawer(true),
  '#scrim': () => setDrawer(false),
  '#theme-button': toggleTheme,
  '#help-button': toggleHelp,
  '#latency-button': toggleLatency,
  '#send': submit,
  '#pill': toEnd,
};

document.addEventListener('click', (event) => {
  const { target } = event;
  const selector = Object.keys(CLICKS).find((each) => target.closest(each));
  if (selector) CLICKS[selector](target.closest(selector), event);
});

const messageIdOf = (element) => element.closest('[data-message-id]').dataset.messageId;

/** Open a channel and, after the list is drawn, jump to a message. */
function goTo(channelId, messageId) {
  openChannel(channelId);
  if (messageId) setTimeout(jumpTo, 0, messageId);
}

function clickComponent(element) {
  const messageId = messageIdOf(element);
  const part = findComponent(findMessage(messageId), element.dataset.customId);
  if (part.type === TYPE.BUTTON) useComponent(messageId, part.custom_id);
  else openMenu(element, part, messageId);
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key === 'Escape' && document.body.classList.contains('drawer')) setDrawer(false);
  // as in Discord, typing without focus goes to the command box
  const isText = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isText && (target === document.body || target === $('#log'))) composer.focus();
});

function becomeUser(id) {
  forgetInteractions();
  closeModal();
  store.me = store.users.find((user) => user.id === id);
  remember('user', accountName(store.me));
  changed();
  connect();
}

async function loadUsers() {
  for (let attempt = 0; ; attempt++) {
    try {
      return await request('/client/users');
    } catch {
      $('#lost').hidden = false;
      await new Promise((resolve) => setTimeout(resolve, Math.min(5000, 300 * 2 ** attempt)));
    }
  }
}

store.users = await adoptBrowserLanguage(await loadUsers());
const wanted = new URLSearchParams(location.search).get('user') ?? remembered('user', null);
store.me = store.users.find((user) => sameText(accountName(user), wanted) || user.id === wanted) ?? store.users[0];
store.channelId = location.hash.slice(1) || null;
connect();
