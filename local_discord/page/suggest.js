/* Suggestions above the command box: commands, and values of the option at the cursor. */

import { commandList, knownValues, learnNames, means, parseCommand, readOptions } from './commands.js';
import { composer, fieldFor, pickCommand, setOption, submit } from './composer.js';
import { $, attr, html, render } from './html.js';
import { autocomplete } from './interactions.js';
import { localized } from './people.js';
import { words } from './words.js';

const AUTOCOMPLETE_PAUSE_MS = 120;
const box = $('#box');
const popup = $('#suggest');
const NOTHING = { items: [], heading: '', active: -1 };
let offered = NOTHING; // items: [{label, detail?, command?, value?, pick}]; active: index of the item that Enter picks, or -1
let round = 0;         // answers of earlier rounds are ignored
let timer = 0;

const inDock = () => box.contains(document.activeElement);
const focusedField = () => (document.activeElement.dataset.option ? document.activeElement : null);

function suggest() {
  clearTimeout(timer);
  round += 1;
  const cursor = inDock() ? optionAtCursor() : null;
  if (cursor?.option.autocomplete) timer = setTimeout(askBot, AUTOCOMPLETE_PAUSE_MS, cursor, round);
  else show(cursor ? matchingValues(cursor) : matchingCommands());
}

/** Return the option at the cursor, {command, values, option, typed}, or null. */
function optionAtCursor() {
  const parsed = parseCommand(composer.value);
  if (!parsed) return null;
  const field = focusedField();
  const at = composer.selectionStart;
  const name = field?.dataset.option ?? parsed.spans.find(({ start, end }) => at >= start && at <= end)?.name;
  const option = parsed.command.options.find((each) => each.name === name);
  return option ? { ...parsed, option, typed: field ? field.value.trim() : parsed.values.get(name) } : null;
}

function matchingCommands() {
  const text = composer.value;
  if (!inDock() || !/^\/\S*( \S*)?$/.test(text)) return NOTHING;
  const typed = text.slice(1).toLowerCase();
  const rank = ({ path, shown, description }) => {
    if (path.startsWith(typed) || shown.startsWith(typed)) return 0;
    if (typed.includes(' ')) return -1;
    return path.includes(typed) || shown.includes(typed) ? 1 : description.toLowerCase().includes(typed) ? 2 : -1;
  };
  const items = commandList().filter((command) => rank(command) >= 0).sort((a, b) => rank(a) - rank(b))
    .map(({ path, shown, description }) => ({ label: `/${shown}`, detail: description, command: path, pick: () => pickCommand(path) }));
  return { items, heading: words('commands'), active: 0 };
}

function matchingValues({ option, typed }) {
  const fits = (each) => each.name.toLowerCase().includes(typed.toLowerCase()) || means(each, typed);
  return offer(option, typed, (knownValues(option) ?? []).filter(fits));
}

async function askBot(cursor, asked) {
  const { command, option, typed } = cursor;
  const options = { ...readOptions(cursor, () => {}), [option.name]: typed };
  const answer = await autocomplete(command.path, options, option.name);
  const choices = answer.map((choice) => ({ name: localized(choice, 'name'), value: choice.value }));
  learnNames(command, option, choices);
  if (asked === round && inDock()) show(offer(option, typed, choices));
}

/** Return suggested values. Enter picks the first, unless the typed text is already one of them; Discord suggests it even then. */
function offer(option, typed, choices) {
  const isExact = choices.some((each) => means(each, typed));
  const items = choices.map(({ name, value }) => ({ label: name, value, pick: () => pickValue(option, name) }));
  return { items, heading: localized(option, 'description'), active: isExact || (!typed && !option.required) ? -1 : 0 };
}

function pickValue(option, text) {
  const input = fieldFor(option.name);
  const wasFocused = document.activeElement === input;
  input.value = text;
  setOption(option.name, text);
  const empty = [...box.querySelectorAll('input')].find((other) => !other.value);
  if (wasFocused && empty) empty.focus();
  else composer.focus();
  if (!empty) close();
}

function show(suggestions) {
  offered = suggestions.items.length ? suggestions : NOTHING;
  const { items, heading, active } = offered;
  const input = focusedField() ?? composer;
  popup.hidden = offered === NOTHING;
  input.setAttribute('aria-expanded', !popup.hidden);
  render(popup, offered !== NOTHING && html`<div class="heading">${heading}</div>${items.map((item, i) => itemMarkup(item, i, i === active))}`);
  if (active < 0) {
    input.removeAttribute('aria-activedescendant');
  } else {
    input.setAttribute('aria-activedescendant', `suggestion-${active}`);
    $(`#suggestion-${active}`).scrollIntoView({ block: 'nearest' });
  }
}

const itemMarkup = ({ label, detail, command, value }, i, isActive) => html`
  <div class="option${isActive && ' active'}" role="option" id="suggestion-${i}" data-index="${i}" aria-selected="${isActive}"${
    attr('data-command', command)}${attr('data-value', value)}>
    <span class="words"><span>${label}</span>${detail && html`<span class="detail">${detail}</span>`}</span></div>`;

function close() {
  clearTimeout(timer);
  round += 1;
  show(NOTHING);
}

export const pickSuggestion = (index) => offered.items[index].pick();

function move(step) {
  const count = offered.items.length;
  const from = offered.active < 0 && step < 0 ? 0 : offered.active;
  show({ ...offered, active: (from + step + count) % count });
}

/** Run a complete command, or else pick the active suggestion. */
function enter() {
  const item = offered.items[offered.active];
  const isComplete = ({ path, options }) => composer.value.trim() === `/${path}` && !options.some((option) => option.required);
  if (item && !(item.command && commandList().some(isComplete))) item.pick();
  else submit();
}

/** Key handlers of the command box and its fields; false means the key's usual effect. */
const KEYS = {
  ArrowDown: (isOpen) => isOpen && (move(1), true),
  ArrowUp: (isOpen) => isOpen && (move(-1), true),
  Escape: (isOpen, { target }) => (isOpen ? (close(), true) : target !== composer && (composer.focus(), true)),
  Tab: (isOpen, { shiftKey }) => isOpen && !shiftKey && offered.active >= 0 && (pickSuggestion(offered.active), true),
  Enter: (_, { shiftKey, target }) => !shiftKey && target.tagName !== 'BUTTON' && (enter(), true),
};

box.addEventListener('keydown', (event) => {
  if (!event.isComposing && KEYS[event.key]?.(offered.items.length > 0, event)) event.preventDefault();
});
box.addEventListener('input', suggest);
box.addEventListener('focusin', suggest);
box.addEventListener('focusout', () => setTimeout(() => !inDock() && close(), 0));
popup.addEventListener('mousedown', (event) => event.preventDefault());
