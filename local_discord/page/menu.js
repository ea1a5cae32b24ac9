/* The menu of a select. */

import { chosenOptions, emojiPart, isMulti, selectOptions } from './components.js';
import { $, attr, html, render } from './html.js';
import { useComponent } from './interactions.js';
import { words } from './words.js';

const element = $('#menu');
const menu = { part: null, messageId: null, values: [], before: '' };
const fewest = (part) => part.min_values ?? 1;

export function openMenu(anchor, part, messageId) {
  const values = chosenOptions(part, messageId).map((option) => option.value);
  Object.assign(menu, { part, messageId, values, before: values.join() });
  draw();
  element.showPopover();
  place(anchor.getBoundingClientRect());
  ($('[aria-selected="true"]', element) ?? $('.option', element))?.focus();
}

function place(anchor) {
  element.style.width = `${Math.max(anchor.width, 200)}px`;
  const height = element.offsetHeight;
  const below = anchor.bottom + 4;
  const top = below + height <= innerHeight - 8 ? below : Math.max(8, anchor.top - 4 - height);
  element.style.top = `${top}px`;
  element.style.left = `${Math.max(8, Math.min(anchor.left, innerWidth - element.offsetWidth - 8))}px`;
}

function draw() {
  const { part, values } = menu;
  const isFull = isMulti(part) && values.length >= part.max_values;
  const done = html`<button type="button" class="btn primary done" data-done${attr('disabled', values.length < fewest(part))}>${words('done')}</button>`;
  const options = selectOptions(part).map((option) => optionMarkup(option, values.includes(option.value), isFull));
  render(element, html`${options}${isMulti(part) && done}`);
  element.setAttribute('aria-multiselectable', isMulti(part));
}

function optionMarkup({ label, value, description, emoji }, isChosen, isFull) {
  return html`<button type="button" class="option" role="option" data-value="${value}" aria-selected="${isChosen}"${attr('disabled', isFull && !isChosen)}>
    ${emojiPart(emoji)}<span class="words"><span>${label}</span>${description && html`<span class="detail">${description}</span>`}</span>
    <span class="tick${!isMulti(menu.part) && ' round'}">✓</span></button>`;
}

export function chooseOption(value) {
  const { part, values } = menu;
  if (!isMulti(part)) menu.values = [value];
  else menu.values = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  if (isMulti(part)) draw();
  else commitMenu();
}

/** Send the chosen values: at once for a single select, when done for a multi select. */
export function commitMenu() {
  const { part, messageId, values } = menu;
  menu.part = null;
  if (element.matches(':popover-open')) element.hidePopover();
  if (part && values.length >= fewest(part)) useComponent(messageId, part.custom_id, values);
}

function moveFocus(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const options = [...element.querySelectorAll('button:not(:disabled)')];
  options[(options.indexOf(document.activeElement) + step + options.length) % options.length]?.focus();
}

element.addEventListener('keydown', moveFocus);
element.addEventListener('toggle', ({ newState }) => {
  if (newState === 'closed' && menu.values.join() !== menu.before) commitMenu(); // changed, then closed by a click outside
});
