/* The "Apps" menu of a message: the bot's context menu commands. */

import { messageCommands } from './commands.js';
import { $, html, render } from './html.js';
import { useMessageCommand } from './interactions.js';
import { words } from './words.js';

const element = $('#apps');
let target = null;

export function openApps(anchor, messageId) {
  target = messageId;
  const items = messageCommands().map(({ name, shown }) => html`<button type="button" class="option" role="menuitem" data-use="${name}">${shown}</button>`);
  render(element, html`<div class="heading">${words('apps')}</div>${items}`);
  element.showPopover();
  const { bottom, right } = anchor.getBoundingClientRect();
  element.style.top = `${Math.min(bottom + 4, innerHeight - element.offsetHeight - 8)}px`;
  element.style.left = `${Math.max(8, right - element.offsetWidth)}px`;
  $('.option', element)?.focus();
}

export function useOnMessage(name) {
  element.hidePopover();
  useMessageCommand(name, target);
}
