/* The command box: its text, a field for each option of its command, and sending. */

import { commandList, commandText, isNumeric, parseCommand, readOptions } from './commands.js';
import { $, attr, html, icon, render } from './html.js';
import { say, useCommand } from './interactions.js';
import { localized } from './people.js';
import { toEnd } from './scroll.js';
import { onChange, store } from './store.js';
import { words } from './words.js';

export const composer = $('#composer');
const form = $('#form');
const hint = $('#hint');
const drafts = new Map(); // channel id -> half-typed text
let drawn = {};           // the parts of the store from which the box was drawn

function write(text) {
  composer.value = text;
  composer.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Set the box's text and move the cursor to its end. */
export function setText(text) {
  composer.focus();
  write(text);
  composer.setSelectionRange(text.length, text.length);
}

/** Update height and fields after a change of the text; suggestions have their own listener. */
function refresh() {
  composer.style.height = '0';
  composer.style.height = `${Math.max(40, composer.scrollHeight)}px`;
  hint.textContent = '';
  drawForm();
}

function drawForm(wrong) {
  const parsed = parseCommand(composer.value);
  form.hidden = !parsed;
  if (!parsed) return;
  const { command, values } = parsed;
  const shown = command.options.filter((option) => option.required || values.has(option.name));
  const spare = command.options.filter((option) => !shown.includes(option));
  render(form, html`<div class="lead"><b>/${command.shown}</b><span class="muted">${command.description}</span>
      <button type="button" class="icon-button" data-clear aria-label="${words('clear-command')}">${icon('close')}</button></div>
    <div class="fields">${shown.map((option) => field(option, option.name === wrong))}${spare.map(chip)}
      <button type="button" class="btn primary" data-run>${words('run')}</button></div>`);
  for (const input of form.querySelectorAll('input')) {
    const text = values.get(input.dataset.option) ?? '';
    if (input !== document.activeElement && input.value !== text) input.value = text;
  }
}

function field(option, isWrong) {
  const mode = isNumeric(option) && !option.choices?.length && !option.autocomplete && 'numeric';
  return html`<label class="field${isWrong && ' wrong'}">
    <span class="label">${localized(option, 'name')}${option.required && html`<span class="must" title="${words('needed')}">*</span>`}</span>
    <input data-option="${option.name}" role="combobox" aria-autocomplete="list" aria-controls="suggest" aria-expanded="false"
      autocomplete="off" spellcheck="false" enterkeyhint="send" placeholder="${localized(option, 'description')}"${
      attr('inputmode', mode)}${attr('aria-invalid', isWrong && 'true')}></label>`;
}

const chip = (option) =>
  html`<button type="button" class="chip" data-add="${option.name}" title="${localized(option, 'description')}">+ ${localized(option, 'name')}</button>`;

export const fieldFor = (name) => form.querySelector(`input[data-option="${CSS.escape(name)}"]`);

/** Write an option's value into the command in the box. */
export function setOption(name, text) {
  const parsed = parseCommand(composer.value);
  if (!parsed) return;
  parsed.values.set(name, text);
  write(commandText(parsed.command, parsed.values));
}

export function addOption(name) {
  setOption(name, '');
  fieldFor(name).focus();
}

/** Insert a command from the picker and focus its first required field. */
export function pickCommand(path) {
  const command = commandList().find((each) => each.path === path);
  const needed = command?.options.find((option) => option.required);
  setText(needed ? `/${path} ${needed.name}:` : `/${path} `);
  if (needed) fieldFor(needed.name).focus();
}

export function submit() {
  const text = composer.value.trim();
  if (!text) return;
  const parsed = parseCommand(text);
  if (parsed) runCommand(parsed);
  else if (!text.startsWith('/')) send(text, say(text));
  else if (store.commands.length) hint.textContent = words('no-command', { name: text.split(' ')[0] });
  else hint.textContent = words('no-commands');
}

function runCommand(parsed) {
  const faults = [];
  const options = readOptions(parsed, (name, sentence) => faults.push({ name, sentence }));
  if (faults.length) showFault(faults[0], parsed);
  else send(composer.value, useCommand(parsed.command.path, options));
}

function showFault({ name, sentence }, parsed) {
  if (!parsed.values.has(name)) setOption(name, '');
  drawForm(name);
  hint.textContent = sentence;
  fieldFor(name).focus();
}

/** Empty the box. A refused text returns to the box or to its channel's draft, unless something new was typed there. */
async function send(text, refused) {
  const { channelId } = store;
  setText('');
  toEnd();
  const reason = await refused;
  if (!reason) return;
  if (channelId === store.channelId) {
    if (!composer.value) setText(text);
    hint.textContent = words('not-sent', { reason });
  } else if (!drafts.get(channelId)) {
    drafts.set(channelId, text);
  }
}

composer.addEventListener('input', refresh);
form.addEventListener('input', ({ target }) => setOption(target.dataset.option, target.value));

onChange(() => {
  const { channelId, commands, users } = store;
  const last = drawn;
  drawn = { channelId, commands, users };
  if (last.channelId && channelId !== last.channelId) {
    drafts.set(last.channelId, composer.value);
    write(drafts.get(channelId) ?? '');
  } else if (commands !== last.commands || users !== last.users) {
    write(composer.value);
  }
});
